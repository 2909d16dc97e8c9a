import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shorten } from './shorten.ts'

test('a text that fits stays as it is', () => {
  expect(shorten('abc', 3)).toBe('abc')
  expect(shorten('', 0)).toBe('')
})

test('a longer text keeps its beginning', () => {
  expect(shorten('abcd', 3)).toBe('abc…')
  expect(shorten('abcd', 0)).toBe('…')
})

test('a database refuses half a character: none is cut in two', () => {
  expect(shorten('ab😀cd', 3)).toBe('ab…')
  expect(shorten('ab😀cd', 4)).toBe('ab😀…')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, most) => {
      const shown = shorten(text, most)
      expect(shown.isWellFormed()).toBe(true)
      expect(shown === text || (text.startsWith(shown.slice(0, -1)) && shown.length <= most + 1)).toBe(true)
    }),
  )
})
