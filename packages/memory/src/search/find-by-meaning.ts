import type { Embedder } from '@drawbridge/core/model'
import { type Connection, type Database, statement } from '@drawbridge/store/database'
import { embeddedText } from '../index/index-chunk.ts'
import type { Partition } from '../index/sync-index.ts'
import { findNearest, type PackedVectors, packVector } from './pack-vector.ts'

/** A chunk that is near to a query. */
export interface MeaningMatch {
  readonly id: number
  /** A number from -1 to 1. */
  readonly cosine: number
}

/** The result of a search by meaning. */
export interface MeaningMatches {
  readonly matches: readonly MeaningMatch[]
  /** The number of chunks that have no vector of the model yet. */
  readonly missing: number
}

/** The length of the list. */
const listLength = 100
/** The most chunks that get a vector during one search. */
const mostEmbedded = 128
/** Vectors that are kept in memory, in bytes. More are read again for each search. */
const mostKept = 64 * 1024 * 1024

const findMissing = statement<
  [model: string, partition: number, count: number],
  { headings: string; text: string; text_hash: string }
>(
  `select min(c.headings) as headings, min(c.text) as text, c.text_hash from memory_chunks c
    where c.partition = $2 and not exists (select 1 from memory_vectors v where v.model = $1 and v.text_hash = c.text_hash)
    group by c.text_hash order by c.text_hash limit $3`,
)
const countMissing = statement<[model: string, partition: number], { missing: number }>(
  `select count(*) as missing from memory_chunks c
    where c.partition = $2 and not exists (select 1 from memory_vectors v where v.model = $1 and v.text_hash = c.text_hash)`,
)
const addVector = statement<[model: string, hash: string, vector: Uint8Array]>(
  'insert into memory_vectors (model, text_hash, vector) values ($1, $2, $3) on conflict (model, text_hash) do nothing',
)
const readVectors = statement<[model: string, partition: number], { id: number; vector: Uint8Array }>(
  `select c.id, v.vector from memory_chunks c join memory_vectors v on v.model = $1 and v.text_hash = c.text_hash
    where c.partition = $2 order by c.id`,
)

/** Finds chunks by meaning. */
export interface MeaningIndex {
  /** Only an order: cosines of rough vectors say nothing about how good a match is. */
  readonly isRough: boolean
  /** Gives missing chunks their vectors, up to a number; resolves to how many it made. */
  embed(database: Database, partition: Partition, signal: AbortSignal, most?: number): Promise<number>
  find(
    database: Database,
    query: string,
    partitions: readonly Partition[],
    signal: AbortSignal,
  ): Promise<MeaningMatches>
}

/** The properties of the vectors of an index. */
export interface MeaningIndexOptions {
  /** The vectors are means over words and not of a model that reads texts. Default false. */
  readonly isRough?: boolean
  /** The most chunks that get a vector during one search. Default 128. */
  readonly mostAtOnce?: number
  /** The least cosine of a match. Default: any. */
  readonly least?: number
  /** The most by which the cosine of a match is below that of the best. Default: any. */
  readonly within?: number
}

/** Creates an index of meanings: exact, over the vectors of a model, which are made once for each text. */
export function createMeaningIndex(
  embedder: Embedder,
  model: string,
  { isRough = false, mostAtOnce = mostEmbedded, least = -1, within = 2 }: MeaningIndexOptions = {},
): MeaningIndex {
  const kept = new Map<number, { readonly version: number; readonly made: number; readonly vectors: PackedVectors }>()
  /** The versions of partitions at which no chunk lacked a vector. */
  const complete = new Map<number, number>()
  let made = 0

  const embed: MeaningIndex['embed'] = async (database, partition, signal, most = mostAtOnce) => {
    const rows = await database.all(findMissing, model, partition.id, most)
    if (rows.length === 0) return 0
    const texts = rows.map(({ headings, text }) => embeddedText({ headings: JSON.parse(headings) as string[], text }))
    const { vectors } = await embedder.embed(texts, signal)
    await database.transaction(async (transaction) => {
      for (const [index, { text_hash: hash }] of rows.entries()) {
        const vector = vectors[index]
        if (vector !== undefined)
          await transaction.run(addVector, model, hash, new Uint8Array(packVector(vector).buffer))
      }
    })
    made += rows.length
    return rows.length
  }

  const missingOf = async (database: Database, partition: Partition, signal: AbortSignal): Promise<number> => {
    if (complete.get(partition.id) === partition.version) return 0
    const count = async () => (await database.get(countMissing, model, partition.id))?.missing ?? 0
    const left = (await embed(database, partition, signal)) < mostAtOnce ? 0 : await count()
    if (left === 0) complete.set(partition.id, partition.version)
    return left
  }

  const vectorsOf = async (connection: Connection, { id, version }: Partition): Promise<PackedVectors> => {
    const known = kept.get(id)
    if (known?.version === version && known.made === made) return known.vectors
    const vectors = pack(await connection.all(readVectors, model, id))
    kept.delete(id)
    if (vectors.values.byteLength <= mostKept) kept.set(id, { version, made, vectors })
    let bytes = [...kept.values()].reduce((sum, { vectors: each }) => sum + each.values.byteLength, 0)
    for (const [oldest, { vectors: each }] of kept) {
      if (bytes <= mostKept) break
      kept.delete(oldest)
      bytes -= each.values.byteLength
    }
    return vectors
  }

  return {
    isRough,
    embed,
    find: async (database, query, partitions, signal) => {
      const [vector] = (await embedder.embed([query], signal)).vectors
      if (vector === undefined) return { matches: [], missing: 0 }
      const matches: MeaningMatch[] = []
      let missing = 0
      for (const partition of partitions) {
        missing += await missingOf(database, partition, signal)
        matches.push(...findNearest(vector, await vectorsOf(database, partition), listLength))
      }
      const nearest = matches.toSorted((left, right) => right.cosine - left.cosine).slice(0, listLength)
      const bound = Math.max(least, (nearest[0]?.cosine ?? 0) - within)
      return { matches: nearest.filter(({ cosine }) => cosine >= bound), missing }
    },
  }
}

function pack(rows: readonly { readonly id: number; readonly vector: Uint8Array }[]): PackedVectors {
  const dimensions = rows[0]?.vector.byteLength ?? 0
  const fitting = rows.filter(({ vector }) => vector.byteLength === dimensions)
  const values = new Int8Array(fitting.length * dimensions)
  for (const [row, { vector }] of fitting.entries()) values.set(new Int8Array(vector), row * dimensions)
  return { ids: fitting.map(({ id }) => id), dimensions, values }
}
