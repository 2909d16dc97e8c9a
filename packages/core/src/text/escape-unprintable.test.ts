import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeToOneLine, escapeUnprintable } from './escape-unprintable.ts'

test.each([
  ['an escape sequence', '\u001b[2K\rok', '\\x1b[2K\\x0dok'],
  ['a mark that turns the direction of text', 'abc\u202etxt.exe', 'abc\\u{202e}txt.exe'],
  ['an isolate', '\u2066x\u2069', '\\u{2066}x\\u{2069}'],
  ['a zero-width blank', 'rm\u200b', 'rm\\u{200b}'],
  ['a filler that looks like nothing', 'a\u3164b', 'a\\u{3164}b'],
  ['a line separator', 'a\u2028b', 'a\\u{2028}b'],
  ['a tag', 'a\u{e0041}', 'a\\u{e0041}'],
  ['a control of the upper range', 'a\u009bb', 'a\\x9bb'],
  ['a lone surrogate', 'a\ud800b', 'a\\u{d800}b'],
])('%s is spelled out', (_, text, shown) => {
  expect(escapeUnprintable(text)).toBe(shown)
})

test('ordinary text in any script, line feeds and tabs stay', () => {
  const text = 'grüße, 日本語, שלום,\n\temoji 🚀'
  expect(escapeUnprintable(text)).toBe(text)
})

test('no text whatever leaves a control character or a mark of direction', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(escapeToOneLine(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    }),
  )
})
