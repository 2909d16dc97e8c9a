import fc from 'fast-check'
import { expect, test } from 'vitest'
import { showText } from './show-text.ts'

test.each([
  ['a line feed that would start a line of its own', 'a\nAnswers:', 'a\\nAnswers:'],
  ['an escape that would redraw the screen', '\u001b[2Jhi', '\\x1b[2Jhi'],
  ['an override that would reverse the reading', 'txt.\u202eexe', 'txt.\\u{202e}exe'],
  ['a character of no width', 'pay\u200bpal', 'pay\\u{200b}pal'],
  ['half of a character', 'a\ud83d', 'a\\u{d83d}'],
  ['a plain word', 'grüße 🙂', 'grüße 🙂'],
])('%s is shown as what it is', (_what, text, shown) => {
  expect(showText(text, 100)).toBe(shown)
})

test('a person is shown one line of bounded length whatever a call holds, and how much is left out', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.integer({ min: 1, max: 80 }), (text, limit) => {
      const shown = showText(text, limit)
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      expect(shown.length).toBeLessThanOrEqual(limit * '\\u{10ffff}'.length + 20)
      expect(shown.endsWith(' more)') && shown.includes('… (')).toBe(Array.from(text).length > limit)
    }),
  )
})
