import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLineCollector, type LineWindow } from './line-collector.ts'

const everything: LineWindow = {
  startLine: 1,
  maxLines: Number.POSITIVE_INFINITY,
  maxLineBytes: 4096,
  maxBytes: Number.POSITIVE_INFINITY,
}

function collect(bytes: Uint8Array, cuts: readonly number[], window: Partial<LineWindow> = {}) {
  const collector = createLineCollector({ ...everything, ...window })
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((left, right) => left - right), bytes.length]
  for (const [index, edge] of edges.slice(1).entries()) collector.push(bytes.subarray(edges[index], edge))
  collector.end()
  return collector
}

function split(text: string): string[] {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  return text === '' || text.endsWith('\n') ? lines.slice(0, -1) : lines
}

const anyText = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\n', '\r\n', '\r', 'ä', '語', '😀')))
  .map((parts) => parts.join(''))
const anyCuts = fc.array(fc.nat())

describe('lines of a stream', () => {
  test('at any chunk boundaries equal splitting the whole text', () => {
    fc.assert(
      fc.property(anyText, anyCuts, (text, cuts) => {
        const lines = split(text)
        const collected = collect(Buffer.from(text), cuts)
        expect(collected.lines).toEqual(lines.map((line) => line.toWellFormed()))
        expect(collected.lineCount).toBe(lines.length)
      }),
    )
  })

  test('a window is the same slice of the lines, and says whether more follow', () => {
    fc.assert(
      fc.property(anyText, anyCuts, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 5 }), (...values) => {
        const [text, cuts, startLine, maxLines] = values
        const lines = split(text)
        const collected = collect(Buffer.from(text), cuts, { startLine, maxLines })
        const expected = lines.slice(startLine - 1, startLine - 1 + maxLines).map((line) => line.toWellFormed())
        expect(collected.lines).toEqual(expected)
        if (collected.full) expect(collected.hasMore).toBe(lines.length > startLine - 1 + maxLines)
      }),
    )
  })

  test('a long line is cut at its byte limit on a character boundary and named', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), anyCuts, fc.boolean(), (text, cuts, crlf) => {
        const line = text.replaceAll(/[\r\n]/g, '_')
        const limit = 5
        const collected = collect(Buffer.from(`${line}${crlf ? '\r\n' : '\n'}next`), cuts, { maxLineBytes: limit })
        const shown = collected.lines[0] ?? ''
        expect(line.startsWith(shown)).toBe(true)
        expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(limit)
        expect(collected.truncatedLines).toEqual(Buffer.byteLength(line) > limit ? [1] : [])
        expect(collected.lines[1]).toBe('next')
      }),
    )
  })

  test('stops before the line that would pass the byte limit, but always gives one', () => {
    const bytes = Buffer.from('aaaa\nbbbb\ncccc\n')
    expect(collect(bytes, [], { maxBytes: 10 })).toMatchObject({ lines: ['aaaa', 'bbbb'], full: true, hasMore: true })
    expect(collect(bytes, [], { maxBytes: 1 })).toMatchObject({ lines: ['aaaa'], full: true, hasMore: true })
  })

  test('a line of any length costs only what is kept of it', () => {
    const collector = createLineCollector({ ...everything, maxLineBytes: 4 })
    const chunk = new Uint8Array(1024 * 1024).fill(0x61)
    for (let round = 0; round < 64; round += 1) collector.push(chunk)
    expect(collector.openLineBytes).toBe(64 * 1024 * 1024)
    collector.end()
    expect(collector.lines).toEqual(['aaaa'])
  })
})
