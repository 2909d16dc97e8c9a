import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutText } from './cut-text.ts'
import { headWithin, tailWithin, utf8Length } from './utf8.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), { maxLength: 60 }).map((lines) => lines.join('\n')),
)
const isWhole = (text: string) => !/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(text)

describe('a cut text', () => {
  test('stays whole if it fits', () => {
    expect(cutText('short\n', { bytes: 100, lines: 1 })).toBeUndefined()
  })

  test('shows head and tail and counts in bytes, not in UTF-16 units', () => {
    const cut = cutText('ä'.repeat(100), { bytes: 100, lines: 10 })
    expect(cut).toMatchObject({ head: 'ä'.repeat(30), tail: 'ä'.repeat(20), shownBytes: 100, totalBytes: 200 })
  })

  test('is cut between lines where a line end is near', () => {
    const text = Array.from({ length: 100 }, (_, index) => `line ${String(index).padStart(3, '0')}\n`).join('')
    const cut = cutText(text, { bytes: 200, lines: 1_000 })
    expect(cut?.head.endsWith('\n')).toBe(true)
    expect(cut?.tail.startsWith('line ')).toBe(true)
  })

  test('obeys the limit of lines for lines that are empty', () => {
    const cut = cutText('\n'.repeat(500), { bytes: 1e6, lines: 10 })
    expect((cut?.head.length ?? 0) + (cut?.tail.length ?? 0)).toBeLessThanOrEqual(10)
  })

  test('never exceeds its limits, never splits a character, and is made of the text itself', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 8, max: 200 }), fc.integer({ min: 2, max: 20 }), (text, bytes, lines) => {
        const cut = cutText(text, { bytes, lines })
        if (cut === undefined) {
          expect(utf8Length(text)).toBeLessThanOrEqual(bytes)
          return
        }
        expect(utf8Length(cut.head) + utf8Length(cut.tail)).toBe(cut.shownBytes)
        expect(cut.shownBytes).toBeLessThanOrEqual(bytes)
        expect(text.startsWith(cut.head) && text.endsWith(cut.tail)).toBe(true)
        expect(cut.head.length + cut.tail.length).toBeLessThanOrEqual(text.length)
        expect(isWhole(cut.head) && isWhole(cut.tail)).toBe(true)
      }),
    )
  })
})

test('head and tail of any text are the longest that fit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), fc.integer({ min: 0, max: 120 }), (text, bytes) => {
      for (const piece of [headWithin(text, bytes), tailWithin(text, bytes)]) {
        expect(utf8Length(piece)).toBeLessThanOrEqual(bytes)
        expect(isWhole(piece)).toBe(true)
        if (utf8Length(text) <= bytes) expect(piece).toBe(text)
        else expect(utf8Length(piece)).toBeGreaterThan(bytes - 4)
      }
    }),
  )
})
