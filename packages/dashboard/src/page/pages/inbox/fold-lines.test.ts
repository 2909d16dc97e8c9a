import { describe, expect, it } from 'vitest'
import { foldLines } from './fold-lines.ts'

const manyLines = Array.from({ length: 5_000 }, (_, index) => `line ${index}`)

describe('a long text in a question', () => {
  it('shows a marked line, with two lines around it, wherever it is', () => {
    const lines = [...manyLines, 'rm -rf /srv', ...manyLines]
    const shown = foldLines(lines.join('\n'), ['rm -rf /srv']).filter(({ folded }) => !folded)
    expect(shown.flatMap(({ lines: own }) => own)).toEqual(
      expect.arrayContaining(['line 4998', 'line 4999', 'rm -rf /srv', 'line 0', 'line 1']),
    )
  })

  it('loses no line, and counts those that it folds', () => {
    const stretches = foldLines(manyLines.join('\n'), [])
    expect(stretches.flatMap(({ lines }) => lines)).toEqual(manyLines)
    expect(stretches.find(({ folded }) => folded)?.lines.length).toBe(5_000 - 24)
  })

  it('never folds a line that is longer than a window', () => {
    const long = 'x'.repeat(2_001)
    const stretches = foldLines([...manyLines, long, ...manyLines].join('\n'), [])
    expect(stretches.some(({ folded, lines }) => folded && lines.includes(long))).toBe(false)
  })

  it('shows a short text whole', () => {
    expect(foldLines('a\nb\nc', [])).toEqual([{ folded: false, from: 1, lines: ['a', 'b', 'c'], marked: [] }])
  })
})
