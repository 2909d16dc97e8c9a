import { expect, it } from 'vitest'
import { unnamedBy } from './unnamed-by.ts'

it.each([
  ['named', 'unclear', 'changes', undefined],
  ['reported', undefined, 'changes', undefined],
  ['reported', 'unclear', 'changes', 'unclear'],
  ['any', undefined, 'changes', 'changes'],
  ['any', 'unclear', 'changes', 'unclear'],
  ['any', undefined, undefined, undefined],
] as const)(
  'a program whose words say %s of its files, with %s and %s, may touch others because of: %s',
  (touches, unclear, reason, why) => {
    expect(unnamedBy(touches, unclear, reason)).toBe(why)
  },
)
