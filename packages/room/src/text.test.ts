import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutCells, displayWidth, wrapText } from './text.ts'

const line = fc.string({ unit: fc.constantFrom('a', 'bc', ' ', '日', '🚀', 'é', 'e\u0301', '-') })
const width = fc.integer({ min: 2, max: 30 })

describe('wrapping', () => {
  test('breaks at blanks, and inside of words that are too long for a row', () => {
    expect(wrapText('the quick brown fox', 10)).toEqual(['the quick', 'brown fox'])
    expect(wrapText('a /very/long/path', 8)).toEqual(['a', '/very/lo', 'ng/path'])
  })

  test('no row is wider than asked, and nothing but blanks is lost', () => {
    fc.assert(
      fc.property(line, width, (text, columns) => {
        const rows = wrapText(text, columns)
        expect(Math.max(...rows.map(displayWidth))).toBeLessThanOrEqual(columns)
        expect(rows.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
      }),
    )
  })
})

test('cutting keeps every character', () => {
  fc.assert(
    fc.property(line, width, (text, columns) => {
      const pieces = cutCells(text, columns)
      expect(pieces.join('')).toBe(text)
      expect(Math.max(...pieces.map(displayWidth))).toBeLessThanOrEqual(columns)
    }),
  )
})

test('wide characters take two cells, combining ones none', () => {
  expect([displayWidth('abc'), displayWidth('日本'), displayWidth('e\u0301'), displayWidth('🚀')]).toEqual([3, 4, 1, 2])
})
