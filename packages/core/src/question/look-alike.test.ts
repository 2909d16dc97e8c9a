import { expect, test } from 'vitest'
import { lookAlike } from './look-alike.ts'

test.each([
  ['a zero-width space', 'Keep', 'Ke\u200bep'],
  ['a joiner', 'Keep', 'Keep\u2060'],
  ['a mark of direction', 'Keep', '\u202eKeep'],
  ['a filler', 'Keep', 'Keep\u3164'],
  ['a variation selector', 'Keep', 'Keep\ufe0f'],
  ['another blank', 'Keep it', 'Keep\u00a0it'],
  ['two blanks', 'Keep it', 'Keep  it'],
  ['a composed letter', 'Caf\u00e9', 'Cafe\u0301'],
  ['a full-width letter', 'Keep', '\uff2beep'],
])('labels that differ by %s alone look alike', (_what, one, other) => {
  expect(lookAlike([one, 'Drop', other])).toBe(other)
})

test('labels that differ to the eye do not', () => {
  expect(lookAlike(['Keep', 'keep', 'Keep!', 'Keep it', 'K', '1', '2'])).toBeUndefined()
})
