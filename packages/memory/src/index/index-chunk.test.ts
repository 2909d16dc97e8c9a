import { indexText, readQuery, scoreText } from '@drawbridge/core/search'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countedWords, embeddedText, indexChunk, partitionMark, readIndexedWords } from './index-chunk.ts'

const chunkOf = (text: string, headings: readonly string[] = []) => ({ headings, text, firstLine: 1, lastLine: 1 })

test('a chunk that was read back scores as the one that was indexed', () => {
  const corpus = { documents: 10, averageLength: 12, holding: () => 2 }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.string({ maxLength: 20 }), (text, title) => {
      const indexed = indexChunk(3, 'memory/note.md', chunkOf(text, [title]))
      const direct = indexText([
        { text: title, weight: 4 },
        { text: 'memory/note', weight: 2 },
        { text, weight: 1 },
      ])
      const query = readQuery(`${text} ${title} note`)
      expect(scoreText(query, readIndexedWords(indexed, query), corpus)).toBeCloseTo(scoreText(query, direct, corpus))
      expect(indexed.words.split(' ')[0]).toBe(partitionMark(3))
      expect(new Set(countedWords(indexed))).toEqual(new Set(direct.words.keys()))
    }),
  )
})

test('a word as long as encoded data is not indexed', () => {
  expect(countedWords(indexChunk(1, 'a.md', chunkOf(`x ${'A1'.repeat(300)}`)))).not.toContain('a1'.repeat(300))
})

test('what is made into a vector says the headings once', () => {
  expect(embeddedText(chunkOf('## Use\nCall it.', ['Guide', 'Use']))).toBe('Guide\n## Use\nCall it.')
  expect(embeddedText(chunkOf('Call it.', ['Guide', 'Use']))).toBe('Guide > Use\nCall it.')
})
