import type { Embedder } from '@drawbridge/core/model'
import { type Database, statement } from '@drawbridge/store/database'
import { embeddedText } from '../index/index-chunk.ts'
import type { Partition } from '../index/sync-index.ts'
import { addVectors } from '../vectors/add-vectors.ts'
import { createKeptVectors } from '../vectors/kept-vectors.ts'
import { packVector } from '../vectors/pack-vector.ts'
import { openVectorExtension, type VectorExtension } from '../vectors/vector-extension.ts'
import type { MeaningMatch } from '../vectors/vector-rows.ts'

/** The result of a search by meaning. */
export interface MeaningMatches {
  readonly matches: readonly MeaningMatch[]
  /** The number of chunks that have no vector of the model yet. */
  readonly missing: number
  /** The reason that this process compared all vectors, if the database should have. */
  readonly problem?: string | undefined
}

/** The length of the list. */
const listLength = 100
/** The most chunks that get a vector during one search. */
const mostEmbedded = 128
/** A larger partition is searched by the extension of the database, if there is one. */
const mostCompared = 20_000

/** Looks each vector up by its key: PostgreSQL compares all chunks with all vectors if it has not counted them yet. */
const findMissing = statement<
  [model: string, partition: number, dimensions: number, count: number, after: number],
  { id: number; headings: string; text: string; text_hash: string }
>(
  `select c.id, c.headings, c.text, c.text_hash from memory_chunks c
    where c.partition = $2 and c.id > $5 and coalesce(
      (select length(v.vector) from memory_vectors v where v.model = $1 and v.text_hash = c.text_hash), 0) <> $3
    order by c.id limit $4`,
)

/** Finds chunks by meaning. */
export interface MeaningIndex {
  readonly model: string
  /** Only an order: cosines of rough vectors say nothing about how good a match is. */
  readonly isRough: boolean
  /**
   * Gives missing chunks their vectors, up to a number, and then those of a large partition to the extension of the database. Resolves to
   * how many it made or gave; 0 if nothing is left. A vector belongs to a text: a chunk that changes meanwhile still lacks one.
   */
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
  /** Has the vectors that a partition lacks made after the search. */
  readonly later?: ((partition: Partition, dimensions: number) => Promise<void>) | undefined
  /** The least cosine of a match. Default: any. */
  readonly least?: number
  /** The most by which the cosine of a match is below that of the best. Default: any. */
  readonly within?: number
  /** The largest number of chunks of a partition that this process compares if the database has pgvector. Default 20,000. */
  readonly mostCompared?: number
}

/** Creates an index of meanings over the vectors of a model, which are made once for each text. */
export function createMeaningIndex(embedder: Embedder, model: string, options: MeaningIndexOptions = {}): MeaningIndex {
  const { isRough = false, mostAtOnce = mostEmbedded, least = -1, within = 2 } = options
  const kept = createKeptVectors(model)
  const extensionOf = createExtensions(model)
  let dimensions: number | undefined
  /** The last chunk of each partition that got a vector: new ones come behind it. */
  const reached = new Map<number, number>()

  const missingIn = async (database: Database, { id }: Partition, length: number, most: number) => {
    const after = reached.get(id) ?? 0
    const rows = await database.all(findMissing, model, id, length, most, after)
    return rows.length === 0 && after > 0 ? database.all(findMissing, model, id, length, most, 0) : rows
  }

  const embed: MeaningIndex['embed'] = async (database, partition, signal, most = mostAtOnce) => {
    dimensions ??= (await embedder.embed(['a'], signal)).dimensions
    const rows = await missingIn(database, partition, dimensions, most)
    if (rows.length === 0)
      return (await extensionFor(database, partition, dimensions))?.copy(database, partition, most) ?? 0
    const texts = rows.map(({ headings, text }) => embeddedText({ headings: JSON.parse(headings) as string[], text }))
    const { vectors } = await embedder.embed(texts, signal)
    await addVectors(
      database,
      { model, partition: partition.id },
      rows.flatMap(({ text_hash: hash }, index) => {
        const vector = vectors[index]
        return vector === undefined ? [] : [{ hash, vector: packVector(vector) }]
      }),
    )
    reached.set(partition.id, rows.at(-1)?.id ?? 0)
    return rows.length
  }

  const extensionFor = async (database: Database, { chunks }: Partition, length: number) =>
    chunks > (options.mostCompared ?? mostCompared) ? extensionOf(database, length) : undefined

  const nearest = async (
    database: Database,
    partition: Partition,
    vector: Float32Array,
    signal: AbortSignal,
  ): Promise<MeaningMatches> => {
    let problem: string | undefined
    let extension: VectorExtension | undefined
    try {
      extension = await extensionFor(database, partition, vector.length)
      const matches = await extension?.nearest(database, partition, vector, listLength)
      if (matches !== undefined) return { matches, missing: 0 }
    } catch (error) {
      problem = `pgvector failed, so all vectors were compared one by one: ${error instanceof Error ? error.message : String(error)}`
    }
    let { rows, missing } = await kept.read(database, partition, vector.length)
    if (missing > 0 && mostAtOnce > 0 && (await embed(database, partition, signal)) > 0)
      ({ rows, missing } = await kept.read(database, partition, vector.length))
    if (missing > 0 || (extension !== undefined && problem === undefined))
      await options.later?.(partition, vector.length)
    return { matches: rows.nearest(vector, listLength), missing, problem }
  }

  return {
    model,
    isRough,
    embed,
    find: async (database, query, partitions, signal) => {
      const [vector] = (await embedder.embed([query], signal)).vectors
      if (vector === undefined) return { matches: [], missing: 0 }
      dimensions = vector.length
      const found: MeaningMatches[] = []
      for (const partition of partitions) found.push(await nearest(database, partition, vector, signal))
      const matches = found
        .flatMap((each) => each.matches)
        .toSorted((left, right) => right.cosine - left.cosine)
        .slice(0, listLength)
      const bound = Math.max(least, (matches[0]?.cosine ?? 0) - within)
      return {
        matches: matches.filter(({ cosine }) => cosine >= bound),
        missing: found.reduce((sum, { missing }) => sum + missing, 0),
        problem: found.find(({ problem }) => problem !== undefined)?.problem,
      }
    },
  }
}

/** Opens the extension once for each database and length of vectors. */
function createExtensions(
  model: string,
): (database: Database, dimensions: number) => Promise<VectorExtension | undefined> {
  const known = new WeakMap<Database, Map<number, Promise<VectorExtension | undefined>>>()
  return (database, dimensions) => {
    const ofDatabase = known.get(database) ?? new Map<number, Promise<VectorExtension | undefined>>()
    known.set(database, ofDatabase)
    const opened = ofDatabase.get(dimensions) ?? openVectorExtension(database, model, dimensions)
    ofDatabase.set(dimensions, opened)
    return opened
  }
}
