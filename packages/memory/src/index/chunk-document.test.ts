import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { chunkDocument, chunkSize } from './chunk-document.ts'

describe('a document', () => {
  test('is split at its headings, and each chunk knows the headings above it and its lines', () => {
    const text = '# Guide\nWelcome.\n\n## Install\nRun it.\n\n### Linux\nUse a package.\n\n## Use\nCall it.\n'
    expect(chunkDocument(text)).toEqual([
      { headings: ['Guide'], firstLine: 1, lastLine: 2, text: '# Guide\nWelcome.' },
      { headings: ['Guide', 'Install'], firstLine: 4, lastLine: 5, text: '## Install\nRun it.' },
      { headings: ['Guide', 'Install', 'Linux'], firstLine: 7, lastLine: 8, text: '### Linux\nUse a package.' },
      { headings: ['Guide', 'Use'], firstLine: 10, lastLine: 11, text: '## Use\nCall it.' },
    ])
  })

  test('has a heading without text of its own together with the section below it', () => {
    expect(chunkDocument('# A\n\n## B\n\nText.\n\n## C\n\n# D\n')).toEqual([
      { headings: ['A', 'B'], firstLine: 1, lastLine: 5, text: '# A\n\n## B\n\nText.' },
      { headings: ['A', 'C'], firstLine: 7, lastLine: 7, text: '## C' },
      { headings: ['D'], firstLine: 9, lastLine: 9, text: '# D' },
    ])
  })

  test('takes a line in a code block that begins with # for code', () => {
    expect(
      chunkDocument('# A\n```sh\n# no heading\n~~~\n# nor this\n```\n# B\n').map(({ headings }) => headings),
    ).toEqual([['A'], ['B']])
  })

  test('of blank lines has no chunk', () => {
    expect(chunkDocument('')).toEqual([])
    expect(chunkDocument('\n  \n\t\n')).toEqual([])
  })

  test('is split at a blank line rather than within a paragraph', () => {
    const paragraph = (letter: string) => Array.from({ length: 7 }, () => letter.repeat(99)).join('\n')
    const [first, second] = chunkDocument(`${paragraph('a')}\n\n${paragraph('b')}`)
    expect(first?.text).toBe(paragraph('a'))
    expect(second?.text.startsWith(`${'a'.repeat(99)}\n\n${'b'.repeat(99)}`)).toBe(true)
  })

  test('of one endless line becomes pieces that all have its number', () => {
    const chunks = chunkDocument('word '.repeat(1_000).trim())
    expect(chunks.length).toBeGreaterThan(3)
    for (const { firstLine, lastLine } of chunks) expect([firstLine, lastLine]).toEqual([1, 1])
  })
})

const line = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 120 }) },
  { weight: 2, arbitrary: fc.constantFrom('', '', '# One', '## Two', '### Three', '```') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 900, maxLength: 2_600 }) },
)

test('whatever a document is, every visible line is in a chunk, in order, and no chunk is too long', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
      const text = lines.join('\n')
      const all = text.split(/\r\n|\n|\r/)
      const chunks = chunkDocument(text)
      const covered = new Set<number>()
      let last = 0
      for (const chunk of chunks) {
        expect(chunk.text.length).toBeLessThanOrEqual(chunkSize.longest + chunkSize.overlap)
        expect(chunk.text.trim()).not.toBe('')
        expect(chunk.firstLine).toBeGreaterThanOrEqual(1)
        expect(chunk.lastLine).toBeGreaterThanOrEqual(Math.max(last, chunk.firstLine))
        last = chunk.lastLine
        for (let number = chunk.firstLine; number <= chunk.lastLine; number += 1) covered.add(number)
        if (chunk.firstLine !== chunk.lastLine) {
          expect(all.slice(chunk.firstLine - 1, chunk.lastLine).join('\n')).toContain(chunk.text.split('\n')[1] ?? '')
        }
      }
      for (const [index, visible] of all.entries()) if (visible.trim() !== '') expect(covered).toContain(index + 1)
      const characters = (from: string) => from.replaceAll(/\s/g, '').length
      expect(chunks.reduce((sum, chunk) => sum + characters(chunk.text), 0)).toBeGreaterThanOrEqual(characters(text))
    }),
    { numRuns: propertyRuns(200) },
  )
})
