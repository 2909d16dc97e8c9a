import { create, insertMultiple, search as searchOrama } from '@orama/orama'
import MiniSearch from 'minisearch'
import { createRandom, makeDocument, makeQuery } from './documents.ts'

/** The extent of a measurement. */
export interface Size {
  readonly chunks: number
  readonly queries: number
  /** An index gets no more chunks after this time. Milliseconds. */
  readonly longestMs: number
}

/** The figures of one index. */
export interface Figures {
  readonly name: string
  /** The number of chunks that it has. */
  readonly chunks: number
  readonly perSecond: number
  /** The time of each search, in milliseconds. */
  readonly times: readonly number[]
  /** The time that this process computed for each search, in milliseconds: without the database server, and without waiting. */
  readonly computed?: readonly number[]
  /** The part of the six nearest vectors that was found. */
  readonly recall?: number
}

/** Measures an index in memory of the package `minisearch`. */
export async function measureMiniSearch(size: Size): Promise<Figures> {
  const index = new MiniSearch({ fields: ['text'] })
  return measurePeer('minisearch, in memory, words alone', size, {
    add: async (texts, first) => index.addAll(texts.map((text, at) => ({ id: first + at, text }))),
    search: async (query) => index.search(query).slice(0, 6),
  })
}

/** Measures an index in memory of the package `@orama/orama`. */
export async function measureOrama(size: Size): Promise<Figures> {
  const index = create({ schema: { text: 'string' } })
  return measurePeer('orama, in memory, words alone', size, {
    add: async (texts) =>
      insertMultiple(
        index,
        texts.map((text) => ({ text })),
      ),
    search: async (term) => searchOrama(index, { term, limit: 6 }),
  })
}

interface Peer {
  add(texts: readonly string[], first: number): Promise<unknown>
  search(query: string): Promise<unknown>
}

const addedAtOnce = 5_000

async function measurePeer(name: string, { chunks, queries, longestMs }: Size, peer: Peer): Promise<Figures> {
  const random = createRandom(1)
  let [added, ms] = [0, 0]
  while (added < chunks && ms < longestMs) {
    const texts = Array.from({ length: Math.min(addedAtOnce, chunks - added) }, () => makeDocument(random, 1))
    const start = performance.now()
    await peer.add(texts, added)
    ms += performance.now() - start
    added += texts.length
  }
  console.error(`memory: ${name}: ${added} of ${chunks} chunks are indexed after ${Math.round(ms / 1_000)} s`)
  const asking = createRandom(2)
  const times: number[] = []
  for (let asked = 0; asked < queries; asked += 1) {
    const began = performance.now()
    await peer.search(makeQuery(asking))
    times.push(performance.now() - began)
  }
  return { name, chunks: added, perSecond: added / (ms / 1_000), times }
}

/** Returns the value below which a part of the values is. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * part)] ?? Number.NaN
}
