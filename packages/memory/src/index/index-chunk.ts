import { createHash } from 'node:crypto'
import { indexText, type SearchDocument, type SearchQuery } from '@drawbridge/core/search'
import type { Chunk } from './chunk-document.ts'

/** The words of a chunk as the index keeps them. */
export interface IndexedWords {
  /** The owner's mark, the distinct words, and marked trigrams of long words, separated by spaces. */
  readonly words: string
  /** The weighted counts of the distinct words, in the same order, separated by spaces. */
  readonly counts: string
  /** The weighted number of all words. */
  readonly length: number
}

/** The weight of a word by its place, which cross-validation chose (bench/scores/weights). */
export const fieldWeights = { title: 4, path: 2, body: 1 } as const
/** A longer word is not worth its place: it is a hash or encoded data. */
const longestWord = 100

/** Returns the word that only chunks of a partition have. */
export function partitionMark(partition: number): string {
  return `=${partition}`
}

/** Returns the words that stand for the trigrams of a long word. */
export function trigramMark(trigram: string): string {
  return `~${trigram}`
}

/** Analyses a chunk of a document for the index. The headings above it count as its title. */
export function indexChunk(partition: number, path: string, chunk: Chunk): IndexedWords {
  const [title, place, body] = fieldsOf(path, chunk)
  const { words, trigrams, length } = indexText([
    { text: title, weight: fieldWeights.title },
    { text: place, weight: fieldWeights.path },
    { text: body, weight: fieldWeights.body },
  ])
  const kept = [...words].filter(([word]) => word.length <= longestWord)
  return {
    words: [partitionMark(partition), ...kept.map(([word]) => word), ...[...trigrams].map(trigramMark)].join(' '),
    counts: kept.map(([, count]) => count).join(' '),
    length,
  }
}

/** Returns the texts of a chunk that count differently. */
export function fieldsOf(
  path: string,
  { headings, text }: Pick<Chunk, 'headings' | 'text'>,
): readonly [title: string, path: string, body: string] {
  return [headings.join('\n'), withoutEnding(path), text]
}

/** The ending of a file's name says nothing about what is in it. */
function withoutEnding(path: string): string {
  return path.replace(/\.[a-z]{1,8}$/i, '')
}

/** Reads the words of a chunk back, for scoring: those alone that the query has. */
export function readIndexedWords({ words, counts, length }: IndexedWords, query: SearchQuery): SearchDocument {
  // Words are looked up in the text: to split it takes longer, and a search reads hundreds of chunks.
  const found = new Map<string, number>()
  for (const word of query.words) {
    const at = placeOf(words, word)
    // Trigrams are marked, and no word of a query begins with a mark.
    if (at >= 0) found.set(word, numberAt(counts, spacesBefore(words, at)))
  }
  const marked = (trigram: string) => placeOf(words, trigramMark(trigram)) >= 0
  return { words: found, trigrams: new Set(query.insides.flat().filter(marked)), length }
}

/** Returns the place of the space before a word in a list separated by spaces; -1 if it is not there or is the first one. */
function placeOf(list: string, word: string): number {
  const at = list.indexOf(` ${word} `)
  return at < 0 && list.endsWith(` ${word}`) ? list.length - word.length - 1 : at
}

function spacesBefore(text: string, end: number): number {
  let count = 0
  for (let at = 0; at < end; at += 1) if (text.charCodeAt(at) === 32) count += 1
  return count
}

/** Returns the number at a place, from 0, in a list separated by spaces. */
function numberAt(list: string, place: number): number {
  let start = 0
  for (let passed = 0; passed < place; passed += 1) start = list.indexOf(' ', start) + 1
  const end = list.indexOf(' ', start)
  return Number(list.slice(start, end < 0 ? undefined : end))
}

/** Returns the distinct words that the frequency of an owner counts. */
export function countedWords({ words, counts }: Pick<IndexedWords, 'words' | 'counts'>): readonly string[] {
  return words.split(' ').slice(1, 1 + (counts === '' ? 0 : counts.split(' ').length))
}

/** Returns the text that is made into a vector: the chunk below its headings. */
export function embeddedText({ headings, text }: Pick<Chunk, 'headings' | 'text'>): string {
  const above = headings.filter((heading) => !text.startsWith('#') || !text.split('\n', 1)[0]?.includes(heading))
  return above.length === 0 ? text : `${above.join(' > ')}\n${text}`
}

/** Returns the key of the vector of a text: each partition has its own, also of a text that others have. */
export function vectorKey(partition: number, text: string): string {
  return `${partition}:${hashText(text)}`
}

/** Returns the hash that tells texts apart. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
