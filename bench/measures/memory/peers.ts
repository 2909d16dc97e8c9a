import { create, insertMultiple, search as searchOrama } from '@orama/orama'
import MiniSearch from 'minisearch'
import { repeatWithin } from '../../lib/within.ts'
import { createRandom, makeDocument, makeQuery } from './documents.ts'
import { type Figures, type Size, startReport } from './size.ts'

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

async function measurePeer(name: string, { chunks, indexing, searching }: Size, peer: Peer): Promise<Figures> {
  const random = createRandom(1)
  const report = startReport(name)
  let [added, ms] = [0, 0]
  await repeatWithin({ ...indexing, times: Math.ceil(chunks / addedAtOnce) }, async () => {
    const texts = Array.from({ length: Math.min(addedAtOnce, chunks - added) }, () => makeDocument(random, 1))
    const start = performance.now()
    await peer.add(texts, added)
    ms += performance.now() - start
    added += texts.length
  })
  report(`${added} of ${chunks} chunks are indexed in ${(ms / 1_000).toFixed(1)} s`)
  const asking = createRandom(2)
  const times: number[] = []
  await repeatWithin(searching, async () => {
    const began = performance.now()
    await peer.search(makeQuery(asking))
    times.push(performance.now() - began)
  })
  report(`${times.length} searches are done`)
  return { name, chunks: added, perSecond: added / (ms / 1_000), times }
}
