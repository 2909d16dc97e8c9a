import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../scripts/test-support/property-runs.ts'
import { applyUnifiedDiff } from '../edit/apply-unified-diff.ts'
import { openSource } from '../edit/source-text.ts'
import { placeHunks } from './place-hunks.ts'

const hunk = (old: string, lines: string, more = {}) => ({ old, new: lines, at_end: false, ...more })

/** The text after the hunks were placed and the diff applied. */
async function patched(text: string, ...hunks: Parameters<typeof placeHunks>[1]): Promise<string> {
  const placed = placeHunks(text, hunks)
  if (placed.status === 'misplaced') return placed.why
  const source = await openSource(new TextEncoder().encode(text))
  const applied = applyUnifiedDiff(source as NonNullable<typeof source>, placed.diff, 'a.txt')
  if (applied.status === 'failed') return applied.message
  return Buffer.concat(applied.pieces).toString()
}

const code = 'class A\n  def x\n    1\nclass B\n  def x\n    1\n'

describe('a hunk is placed', () => {
  test.each([
    ['where its lines are', 'a\nb\nc\n', [hunk('b\n', 'B\n')], 'a\nB\nc\n'],
    ['behind the hunk before it', 'a\nb\na\nb\n', [hunk('a\nb\na\n', 'A\nb\nA\n'), hunk('b\n', 'B\n')], 'A\nb\nA\nB\n'],
    [
      'behind the lines that it names',
      code,
      [hunk('    1\n', '    2\n', { after: ['class B', '  def x'] })],
      code.replace(/1\n$/, '2\n'),
    ],
    [
      'behind a line with other blanks before it',
      code,
      [hunk('    1\n', '    2\n', { after: ['class B', 'def x'] })],
      code.replace(/1\n$/, '2\n'),
    ],
    ['at the end', 'a\nb\na\n', [hunk('a\n', 'A\n', { at_end: true })], 'a\nb\nA\n'],
    ['at the end, if it only inserts', 'a\n', [hunk('', 'b\nc\n')], 'a\nb\nc\n'],
    ['behind a line, if it only inserts', 'a\nb\n', [hunk('', 'x\n', { after: ['a'] })], 'a\nx\nb\n'],
    ['into an empty file', '', [hunk('', 'x\n')], 'x\n'],
    ['at lines with blanks at their ends, which stay', 'a  \nb\n', [hunk('a\nb\n', 'a\nB\n')], 'a  \nB\n'],
    ['at lines with other line ends, which stay', 'a\r\nb\r\n', [hunk('a\nb\n', 'a\nB\nC\n')], 'a\r\nB\r\nC\r\n'],
    ['at a last line without a line end', 'a\nb', [hunk('b\n', 'B\n')], 'a\nB'],
  ])('%s', async (_what, text, hunks, after) => {
    expect(await patched(text, ...hunks)).toBe(after)
  })

  test.each([
    ['its lines are not there', 'a\n', [hunk('b\n', 'c\n')], 'its lines do not occur in the file'],
    ['they are before the last hunk', 'a\nb\n', [hunk('b\n', 'B\n'), hunk('a\n', 'A\n')], 'do not occur behind line 2'],
    ['several places have them', code, [hunk('    1\n', '    2\n')], 'match several places, at lines 3, 6'],
    [
      'the line before them is not there',
      code,
      [hunk('    1\n', '    2\n', { after: ['class C'] })],
      'the line "class C" does not occur',
    ],
    ['they are not at the end', 'a\nb\n', [hunk('a\n', 'A\n', { at_end: true })], 'at its end'],
  ])('nowhere if %s', async (_what, text, hunks, why) => {
    expect(await patched(text, ...hunks)).toContain(why)
  })

  test('so that the diff of two texts with distinct lines makes one of the other', async () => {
    const line = fc.integer({ min: 0, max: 30 })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(line, { minLength: 1, maxLength: 20 }),
        fc.uniqueArray(fc.nat(40), { maxLength: 3 }),
        fc.nat(3),
        async (numbers, at, size) => {
          const lines = numbers.map((each) => `line ${each}\n`)
          const starts = at.filter((each) => each < lines.length).sort((left, right) => left - right)
          const after = [...lines]
          const hunks = []
          let from = 0
          for (const start of starts) {
            if (start < from) continue
            const old = lines.slice(start, start + 1 + size)
            const added = old.map((each) => `new ${each}`).slice(0, size)
            hunks.push(hunk(old.join(''), added.join('')))
            after.splice(start, old.length, added.join(''), ...Array.from({ length: old.length - 1 }, () => ''))
            from = start + old.length
          }
          if (hunks.length > 0) expect(await patched(lines.join(''), ...hunks)).toBe(after.join(''))
        },
      ),
      { numRuns: propertyRuns(100) },
    )
  })
})
