import { type Connection, statement } from '@drawbridge/store/database'
import { droppedSince } from '../index/dropped-chunks.ts'
import type { Partition } from '../index/sync-index.ts'
import { createVectorRows, type VectorRows } from './vector-rows.ts'

/** The vectors of a partition in this process. */
interface KeptPartition {
  /** The version of the partition that was read. */
  version: number
  /** The largest id that was read. Later chunks have larger ones. */
  lastId: number
  rows: VectorRows
  /** The chunks that have no vector of the length yet. */
  waiting: Set<number>
}

/** The vectors of a partition as they are now. */
export interface PartitionVectors {
  readonly rows: VectorRows
  /** The number of chunks that have no vector yet. */
  readonly missing: number
}

/** Reads the vectors of partitions, and keeps them. */
export interface KeptVectors {
  /**
   * Reads what has changed, by any process, since the last time.
   * @param dimensions The length of the vectors. Vectors of another length count as missing.
   */
  read(connection: Connection, partition: Partition, dimensions: number): Promise<PartitionVectors>
}

/** Vectors that are kept in memory, in bytes. More are read again for each search. */
export const mostKept = 64 * 1024 * 1024
/** The chunks without a vector that are looked for again at once. */
const mostWaiting = 2_000

interface VectorRow {
  readonly id: number
  readonly vector: Uint8Array | null
}

const withVectors = 'memory_chunks c left join memory_vectors v on v.model = $1 and v.text_hash = c.text_hash'
const readAll = statement<[model: string, partition: number], VectorRow>(
  `select c.id, v.vector from ${withVectors} where c.partition = $2`,
)
const readLater = statement<[model: string, partition: number, last: number], VectorRow>(
  `select c.id, v.vector from ${withVectors} where c.partition = $2 and c.id > $3`,
)
const readSome = statement<[model: string, ids: string], VectorRow>({
  sqlite: `select c.id, v.vector from ${withVectors}
    where c.id in (select value from json_each($2))`,
  postgres: `select c.id, v.vector from ${withVectors}
    where c.id in (select value::bigint from json_array_elements_text($2::json) as given (value))`,
})
/** As one text: a row for each of many chunks takes ten times as long. */
const readIds = statement<[partition: number], { ids: string | null }>({
  sqlite: 'select json_group_array(id) as ids from memory_chunks where partition = $1',
  postgres: 'select json_agg(id)::text as ids from memory_chunks where partition = $1',
})

/**
 * Keeps the vectors of a model. A chunk never changes: a changed document has other chunks with larger ids, so only those are read, and
 * those that went are dropped. The ids of all are read only if that does not add up.
 */
export function createKeptVectors(model: string): KeptVectors {
  const kept = new Map<number, KeptPartition>()

  const refresh = async (connection: Connection, partition: Partition, known: KeptPartition): Promise<void> => {
    const add = ({ id, vector }: VectorRow) => {
      if (vector === null || !known.rows.add(id, vector)) known.waiting.add(id)
      else known.waiting.delete(id)
    }
    const looked = [...known.waiting].slice(0, mostWaiting)
    if (looked.length > 0) {
      // Chunks that are gone are not found. Those that still lack a vector go to the end.
      for (const id of looked) known.waiting.delete(id)
      for (const row of await connection.all(readSome, model, JSON.stringify(looked))) add(row)
    }
    if (known.version === partition.version) return
    const found =
      known.lastId === 0
        ? await connection.all(readAll, model, partition.id)
        : await connection.all(readLater, model, partition.id, known.lastId)
    for (const row of found) {
      add(row)
      known.lastId = Math.max(known.lastId, row.id)
    }
    const dropped = known.lastId === 0 ? undefined : await droppedSince(connection, partition, known.version)
    if (dropped !== undefined) {
      known.rows.drop(dropped)
      for (const id of dropped) known.waiting.delete(id)
    }
    if (known.rows.count + known.waiting.size !== partition.chunks) {
      const { ids } = (await connection.get(readIds, partition.id)) ?? { ids: null }
      const live = new Set(JSON.parse(ids ?? '[]') as readonly number[])
      known.rows.keep(live)
      for (const id of known.waiting) if (!live.has(id)) known.waiting.delete(id)
    }
    known.version = partition.version
  }

  const read: KeptVectors['read'] = async (connection, partition, dimensions) => {
    const { id } = partition
    let known = kept.get(id)
    if (known === undefined || known.rows.dimensions !== dimensions)
      known = { version: -1, lastId: 0, rows: createVectorRows(dimensions), waiting: new Set() }
    // The last one used is the last of the map.
    kept.delete(id)
    await refresh(connection, partition, known)
    if (known.rows.bytes <= mostKept) kept.set(id, known)
    let bytes = kept.values().reduce((sum, { rows }) => sum + rows.bytes, 0)
    for (const [oldest, { rows }] of kept) {
      if (bytes <= mostKept) break
      kept.delete(oldest)
      bytes -= rows.bytes
    }
    return { rows: known.rows, missing: known.waiting.size }
  }

  // One after the other: two that read the same chunks would keep them twice.
  let last: Promise<unknown> = Promise.resolve()
  return {
    read: (...given) => {
      const result = last.then(() => read(...given))
      last = result.catch(() => undefined)
      return result
    },
  }
}
