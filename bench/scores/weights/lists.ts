import { analyseText, readQuery, trigramsOf } from '@drawbridge/core/search'
import { type Bm25, bm25, rarity } from '../../../packages/core/src/search/rank-texts.ts'
import { type Chunk, chunkDocument } from '../../../packages/memory/src/index/chunk-document.ts'
import { embeddedText, fieldsOf } from '../../../packages/memory/src/index/index-chunk.ts'
import { createOfflineEmbedder, offlineOptions } from '../../../packages/memory/src/offline/offline-embedder.ts'
import { featuresOf } from '../../../packages/memory/src/search/search-memory.ts'
import { packVector } from '../../../packages/memory/src/vectors/pack-vector.ts'
import { createVectorRows, topOf } from '../../../packages/memory/src/vectors/vector-rows.ts'
import type { QuestionSet } from '../retrieval/question-set.ts'

/** The weights that rank by words. */
export interface WordWeights extends Pick<Bm25, 'k1' | 'b'> {
  readonly title: number
  readonly path: number
}

/** A chunk with its score by words. */
export interface Scored {
  readonly chunk: number
  readonly score: number
}

/** The chunks of a set, prepared so that each choice of weights only adds numbers up. */
export interface Lists {
  /** Returns the chunks of a question by words, best first, with their scores. */
  byWords(question: number, weights: WordWeights): readonly Scored[]
  /** Returns the nearest chunks of a question by the vectors that come with Drawbridge, best first. */
  byMeaning(question: number): readonly number[]
  /** Returns the factor of the small preferences for a chunk. */
  features(question: number, chunk: number): number
  readonly chunks: readonly (Chunk & { readonly page: string; readonly path: string })[]
}

/** The length of a list, as in a search. */
const listLength = 100

/** The chunks that have a word, and how often it is in their title, path and body. */
interface Postings {
  readonly chunks: number[]
  readonly counts: number[]
}

/** Prepares the lists of a set. */
export async function prepareLists({ pages, questions }: QuestionSet): Promise<Lists> {
  const chunks = pages.flatMap((page) => {
    const path = `memory${page.id.slice('/docs'.length)}.md`
    return chunkDocument(`# ${page.title}\n\n${page.text}`).map((chunk) => ({ ...chunk, page: page.id, path }))
  })
  const words = new Map<string, Postings>()
  const insides = new Map<string, Set<number>>()
  const lengths = new Float64Array(3 * chunks.length)
  for (const [chunk, { path, ...rest }] of chunks.entries()) {
    const counted = new Map<string, [number, number, number]>()
    for (const [field, text] of fieldsOf(path, rest).entries()) {
      const analysed = analyseText(text)
      lengths[3 * chunk + field] = analysed.words.length
      for (const word of analysed.words) {
        const counts = counted.get(word) ?? [0, 0, 0]
        counted.set(word, counts)
        counts[field] = (counts[field] ?? 0) + 1
      }
      for (const trigram of analysed.longWords.flatMap(trigramsOf)) {
        const found = insides.get(trigram) ?? new Set()
        insides.set(trigram, found.add(chunk))
      }
    }
    for (const [word, counts] of counted) {
      const postings = words.get(word) ?? { chunks: [], counts: [] }
      words.set(word, postings)
      postings.chunks.push(chunk)
      postings.counts.push(...counts)
    }
  }
  const queries = questions.map(({ text }) => readQuery(text))
  const inside = queries.map(({ insides: given }) => {
    const times = new Map<number, number>()
    for (const trigrams of given) {
      const [first, ...others] = trigrams.map((trigram) => insides.get(trigram) ?? new Set<number>())
      const all = others.reduce((left, right) => left.intersection(right), first ?? new Set<number>())
      for (const chunk of all) times.set(chunk, (times.get(chunk) ?? 0) + 1)
    }
    return times
  })
  const near = await nearestOf(
    chunks.map(embeddedText),
    questions.map(({ text }) => text),
  )
  const known = new Map<number, number>()
  const averages = new Map<string, number>()
  return {
    chunks,
    byMeaning: (question) => near[question] ?? [],
    features: (question, chunk) => {
      const key = question * chunks.length + chunk
      const found = known.get(key) ?? featuresOf(questions[question]?.text ?? '', chunks[chunk] as Chunk, 0)
      known.set(key, found)
      return found
    },
    byWords: (question, { k1, b, title, path }) => {
      const weighted = (counts: ArrayLike<number>, at: number) =>
        title * (counts[3 * at] ?? 0) + path * (counts[3 * at + 1] ?? 0) + (counts[3 * at + 2] ?? 0)
      const key = `${title}/${path}`
      const average = averages.get(key) ?? chunks.reduce((sum, _, at) => sum + weighted(lengths, at), 0) / chunks.length
      averages.set(key, average)
      const scores = new Float64Array(chunks.length)
      const add = (chunk: number, score: number) => {
        scores[chunk] = (scores[chunk] ?? 0) + score
      }
      for (const word of queries[question]?.words ?? []) {
        const postings = words.get(word)
        if (postings === undefined) continue
        const rare = rarity(postings.chunks.length, chunks.length)
        for (const [place, chunk] of postings.chunks.entries()) {
          const count = weighted(postings.counts, place)
          const norm = k1 * (1 - b + (b * weighted(lengths, chunk)) / Math.max(average, 1))
          add(chunk, (rare * count * (k1 + 1)) / (count + norm))
        }
      }
      for (const [chunk, times] of inside[question] ?? []) add(chunk, times * bm25.inside * rarity(1, chunks.length))
      return topOf(scores, listLength)
        .map((chunk) => ({ chunk, score: scores[chunk] ?? 0 }))
        .filter(({ score }) => score > 0)
    },
  }
}

/** Finds the nearest texts of each question, as a search does. */
async function nearestOf(
  texts: readonly string[],
  questions: readonly string[],
): Promise<readonly (readonly number[])[]> {
  const embedder = createOfflineEmbedder()
  const { signal } = new AbortController()
  const { vectors, dimensions } = await embedder.embed(texts, signal)
  const rows = createVectorRows(dimensions)
  for (const [id, vector] of vectors.entries()) rows.add(id, new Uint8Array(packVector(vector).buffer))
  return (await embedder.embed(questions, signal)).vectors.map((vector) => {
    const matches = rows.nearest(vector, listLength)
    const bound = Math.max(offlineOptions.least, (matches[0]?.cosine ?? 0) - offlineOptions.within)
    return matches.filter(({ cosine }) => cosine >= bound).map(({ id }) => id)
  })
}
