import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createUtf8Converter,
  decodeText,
  detectFormat,
  encodeText,
  firstWholeUtf8,
  lastWholeUtf8,
  utf8Boundary,
} from './text-encoding.ts'

const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'latin-1'] as const

const wellFormed = fc.string({ unit: 'binary' })

describe('the format of a file', () => {
  test.each([
    ['plain ASCII', Buffer.from('abc'), { kind: 'text', encoding: 'utf-8', bomBytes: 0 }],
    ['nothing', Buffer.alloc(0), { kind: 'text', encoding: 'utf-8', bomBytes: 0 }],
    ['UTF-8 with a mark', Buffer.from('\uFEFFabc'), { kind: 'text', encoding: 'utf-8', bomBytes: 3 }],
    ['UTF-16 little endian', Buffer.from('\uFEFFabc', 'utf16le'), { kind: 'text', encoding: 'utf-16le', bomBytes: 2 }],
    ['UTF-16 big endian', Buffer.from([0xfe, 0xff, 0, 0x61]), { kind: 'text', encoding: 'utf-16be', bomBytes: 2 }],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), { kind: 'binary' }],
    ['bytes above ASCII that are no UTF-8', Buffer.from('caf\xe9', 'latin1'), { kind: 'text', encoding: 'latin-1' }],
    ['a NUL', Buffer.from('a\0b'), { kind: 'binary' }],
  ])('%s is recognised', (_name, head, expected) => {
    expect(detectFormat(head, head.length)).toMatchObject(expected)
  })

  test('a head cut inside a character is still UTF-8', () => {
    fc.assert(
      fc.property(wellFormed, fc.nat(), (text, cut) => {
        const bytes = Buffer.from(text.replaceAll('\0', '0'))
        const head = bytes.subarray(0, cut % (bytes.length + 1))
        expect(detectFormat(head, bytes.length)).toMatchObject({ encoding: 'utf-8' })
      }),
    )
  })

  test('a NUL beyond the first 8 KiB does not make a file binary', () => {
    const bytes = Buffer.from(`${'a'.repeat(8192)}\0`)
    expect(detectFormat(bytes, bytes.length)).toMatchObject({ kind: 'text' })
  })
})

describe('encoding', () => {
  test.each(encodings)('what %s can write comes back the same', (encoding) => {
    fc.assert(
      fc.property(wellFormed, (text) => {
        const bytes = encodeText(text, encoding)
        if (bytes !== undefined) expect(decodeText(bytes, encoding)).toBe(text)
        else expect(encoding).toBe('latin-1')
      }),
    )
  })

  test('what an encoding cannot write is refused, not replaced', () => {
    expect(encodeText('100 €', 'latin-1')).toBeUndefined()
    expect(encodeText('\ud800', 'utf-8')).toBeUndefined()
  })

  test.each(encodings)('a %s stream cut anywhere converts like the whole', (encoding) => {
    fc.assert(
      fc.property(wellFormed, fc.array(fc.nat()), (text, cuts) => {
        const bytes = encodeText(text, encoding) ?? Buffer.alloc(0)
        const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
        const convert = createUtf8Converter(encoding)
        const pieces = edges.slice(1).map((edge, index) => convert(bytes.subarray(edges[index], edge)))
        expect(Buffer.concat(pieces).toString()).toBe(decodeText(bytes, encoding))
      }),
    )
  })
})

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
