import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sourceAtOnce } from '../../testing/source-at-once.ts'
import { applyEdits } from './match-edit.ts'
import type { AppliedChange, SourceText } from './source-text.ts'

const lineEnd = fc.constantFrom('\n', '\r\n')

const words = fc.array(fc.constantFrom('a', 'b', 'if (x) {', '}', '“q”', 'ä', '😀', '$&', ' ', '\t', '-'), {
  maxLength: 4,
})

const line = words.map((parts) => parts.join(''))

/** Text with mixed line ends, with or without byte order mark and final line end. */
const file = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(line, lineEnd), { maxLength: 12 }), line)
  .map(([bom, lines, last]) => (bom ? '\uFEFF' : '') + lines.map(([text, end]) => text + end).join('') + last)

const encoding = fc.constantFrom('utf8', 'utf16le')

function sourceOf(text: string, as: 'utf8' | 'utf16le'): SourceText {
  const marked = as === 'utf16le' && !text.startsWith('\uFEFF') ? `\uFEFF${text}` : text
  return sourceAtOnce(Buffer.from(marked, as))
}

/** What of the file the change leaves alone, before and after. */
function untouched(source: SourceText, change: AppliedChange) {
  const before: Uint8Array[] = []
  const after: Uint8Array[] = []
  const bytes = Buffer.concat(change.pieces)
  let oldAt = 0
  let newAt = 0
  for (const { start, end, content } of change.replacements) {
    before.push(source.bytes.subarray(oldAt, start))
    after.push(bytes.subarray(newAt, newAt + start - oldAt))
    newAt += start - oldAt + content.length
    oldAt = end
  }
  return { before: [...before, source.bytes.subarray(oldAt)], after: [...after, bytes.subarray(newAt)] }
}

const edit = fc.record({ old: fc.oneof(line, file), new: fc.oneof(line, file), replaceAll: fc.boolean() })

describe('editing any file', () => {
  test('bytes outside the ranges are identical over CRLF, BOM, mixed ends and no final newline', () => {
    fc.assert(
      fc.property(file, encoding, fc.array(edit, { minLength: 1, maxLength: 3 }), (text, as, edits) => {
        const source = sourceOf(text, as)
        const result = applyEdits(source, edits)
        if (result.status !== 'applied') return
        const { before, after } = untouched(source, result)
        expect(after).toEqual(before)
        expect(Buffer.concat(result.pieces)).not.toEqual(Buffer.from(source.bytes))
      }),
      { numRuns: 2000 },
    )
  })

  test('a piece of the file, whatever its line ends became, is found at its place or reported as ambiguous', () => {
    fc.assert(
      fc.property(file, encoding, fc.nat(), fc.nat(), fc.boolean(), (text, as, from, length, asLineFeeds) => {
        const body = text.replace('\uFEFF', '')
        const start = from % (body.length + 1)
        const piece = body.slice(start, start + 1 + (length % 20))
        fc.pre(piece !== '' && piece.isWellFormed())
        fc.pre(!(piece.startsWith('\n') && body[start - 1] === '\r') && !piece.endsWith('\r'))
        const old = asLineFeeds ? piece.replaceAll('\r\n', '\n') : piece
        fc.pre(old === piece || !body.includes(old))
        const source = sourceOf(text, as)
        const result = applyEdits(source, [{ old, new: 'ZZZ', replaceAll: false }])
        if (result.status !== 'applied') {
          expect(result).toMatchObject({ code: 'ambiguous_edit' })
          return
        }
        const expected = text.startsWith('\uFEFF') || as === 'utf16le' ? '\uFEFF' : ''
        expect(Buffer.concat(result.pieces).toString(as)).toBe(
          `${expected}${body.slice(0, start)}ZZZ${body.slice(start + piece.length)}`,
        )
      }),
      { numRuns: 2000 },
    )
  })

  test('the reported line ranges are where the new text lies', () => {
    fc.assert(
      fc.property(file, encoding, fc.array(edit, { minLength: 1, maxLength: 3 }), (text, as, edits) => {
        const result = applyEdits(sourceOf(text, as), edits)
        if (result.status !== 'applied') return
        const linesOf = (bytes: Uint8Array) => Buffer.from(bytes).toString(as).split('\n')
        let written = 0
        let read = 0
        for (const [index, { start, end, content }] of result.replacements.entries()) {
          const at = written + start - read
          expect(result.ranges[index]?.newStartLine).toBe(linesOf(Buffer.concat(result.pieces).subarray(0, at)).length)
          written = at + content.length
          read = end
        }
      }),
      { numRuns: 500 },
    )
  })
})
