import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countLineFeeds, firstWholeUtf8, lastWholeUtf8, utf8Boundary } from './text-codec.ts'

test('line feeds are counted in any range of any bytes, wherever they lie in memory', () => {
  const bytes = fc.uint8Array({ maxLength: 40 })
  const feeds = fc.array(fc.constantFrom(0x0a, 0x0b, 0x8a, 0x00, 0xff), { maxLength: 40 })
  fc.assert(
    fc.property(fc.oneof(bytes, feeds), fc.nat({ max: 7 }), fc.nat(), fc.nat(), (content, offset, from, length) => {
      const memory = new Uint8Array(offset + content.length)
      memory.set(content, offset)
      const view = memory.subarray(offset)
      const start = from % (view.length + 1)
      const end = start + (length % (view.length - start + 1))
      expect(countLineFeeds(view, start, end)).toBe(view.slice(start, end).filter((byte) => byte === 0x0a).length)
    }),
    { numRuns: 2000 },
  )
})

const wellFormed = fc.string({ unit: 'binary' })

describe('cutting UTF-8', () => {
  test('never inside a character', () => {
    fc.assert(
      fc.property(wellFormed, fc.nat(), (text, at) => {
        const bytes = Buffer.from(text)
        const cut = at % (bytes.length + 1)
        const boundary = utf8Boundary(bytes, cut)
        expect(boundary).toBeLessThanOrEqual(cut)
        expect(boundary).toBeGreaterThan(cut - 4)
        for (const piece of [
          bytes.subarray(0, boundary),
          bytes.subarray(0, cut).subarray(0, lastWholeUtf8(bytes.subarray(0, cut))),
          bytes.subarray(cut).subarray(firstWholeUtf8(bytes.subarray(cut))),
        ]) {
          expect(text).toContain(piece.toString())
        }
      }),
    )
  })
})
