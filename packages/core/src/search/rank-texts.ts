import { type AnalysedText, analyseText, trigramsOf } from './analyse-text.ts'

/** A part of a document, such as its title, and how much a word there counts compared with one in the body. */
export interface SearchField {
  readonly text: string
  /** A number of at least 0: the weight of each word. */
  readonly weight: number
}

/** A document as it is scored. It can be kept as plain data. */
export interface SearchDocument {
  /** The weighted number of each word. */
  readonly words: ReadonlyMap<string, number>
  /** The trigrams of its long words, without repetition. */
  readonly trigrams: ReadonlySet<string>
  /** The weighted number of all words. */
  readonly length: number
}

/** The facts about all documents of an owner that scores depend on. */
export interface SearchCorpus {
  /** The number of documents. */
  readonly documents: number
  /** The mean of their lengths, in weighted words: the number that `SearchDocument.length` has on average. */
  readonly averageLength: number
  /** Returns the number of documents that contain a word. */
  holding(word: string): number
}

/** A query, analysed once for many documents. */
export interface SearchQuery {
  /** The words, without repetition. */
  readonly words: readonly string[]
  /** Trigrams of each word that may be the inside of a longer one. */
  readonly insides: readonly (readonly string[])[]
}

/** A document that matches, by its position in the list. */
export interface RankedText {
  /** The position of the document in the list, from 0. */
  readonly index: number
  /** A number above 0; larger is better. Scores of different queries cannot be compared. */
  readonly score: number
}

/** Prepares a document for scoring. */
export function indexText(fields: readonly SearchField[]): SearchDocument {
  const words = new Map<string, number>()
  const trigrams = new Set<string>()
  let length = 0
  for (const { text, weight } of fields) {
    const analysed = analyseText(text)
    for (const word of analysed.words) words.set(word, (words.get(word) ?? 0) + weight)
    for (const word of analysed.longWords) for (const trigram of trigramsOf(word)) trigrams.add(trigram)
    length += analysed.words.length * weight
  }
  return { words, trigrams, length }
}

/** Prepares a query for scoring. Every character of it is text: it has no operators. */
export function readQuery(text: string): SearchQuery {
  const { words }: AnalysedText = analyseText(text)
  const distinct = [...new Set(words)]
  return { words: distinct, insides: distinct.filter((word) => insideWord.test(word)).map(trigramsOf) }
}

/**
 * Scores a document with BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) over weighted
 * fields. A word that is only found inside a longer one counts a tenth of a rare word. Returns 0 for a document that does not match.
 */
export function scoreText(query: SearchQuery, document: SearchDocument, corpus: SearchCorpus): number {
  const { k1, b, inside } = bm25
  const norm = k1 * (1 - b + (b * document.length) / Math.max(corpus.averageLength, 1))
  let score = 0
  for (const word of query.words) {
    const count = document.words.get(word)
    if (count !== undefined)
      score += (rarity(corpus.holding(word), corpus.documents) * count * (k1 + 1)) / (count + norm)
  }
  for (const trigrams of query.insides) {
    if (trigrams.every((trigram) => document.trigrams.has(trigram))) score += inside * rarity(1, corpus.documents)
  }
  return score
}

/** Ranks a list of documents by a query, best first. Equal scores keep the order of the list; what does not match is left out. */
export function rankTexts(query: string, documents: readonly SearchDocument[]): readonly RankedText[] {
  const read = readQuery(query)
  const corpus = corpusOf(documents)
  return documents
    .map((document, index) => ({ index, score: scoreText(read, document, corpus) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
}

/** The weights of BM25. */
export interface Bm25 {
  /** The more of a word, the better: up to this factor and one. */
  readonly k1: number
  /** The part of the length of a document that counts. A number from 0 to 1. */
  readonly b: number
  /** The weight of a word that is only found inside a longer one. */
  readonly inside: number
}

/** The weights that cross-validation chose (bench/scores/weights). */
export const bm25: Bm25 = { k1: 1.2, b: 0.75, inside: 0.1 }
/** A shorter word is found inside too many others. */
const insideWord = /^\p{L}{5,}$/u

/** The inverse document frequency in the form that is never negative. */
export function rarity(holding: number, documents: number): number {
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5))
}

function corpusOf(documents: readonly SearchDocument[]): SearchCorpus {
  const holding = new Map<string, number>()
  let length = 0
  for (const document of documents) {
    for (const word of document.words.keys()) holding.set(word, (holding.get(word) ?? 0) + 1)
    length += document.length
  }
  return {
    documents: documents.length,
    averageLength: documents.length === 0 ? 0 : length / documents.length,
    holding: (word) => holding.get(word) ?? 0,
  }
}
