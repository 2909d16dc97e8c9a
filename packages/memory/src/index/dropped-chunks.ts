import { type Connection, statement, type Transaction } from '@drawbridge/store/database'

/** A version of the indexed part of a place. */
interface PartitionVersion {
  readonly id: number
  readonly version: number
}

/** The number of versions of a partition whose dropped chunks are known. */
export const keptVersions = 200

const add = statement<[partition: number, version: number, ids: string]>(
  'insert into memory_dropped (partition, version, ids) values ($1, $2, $3)',
)
const removeOld = statement<[partition: number, version: number]>(
  'delete from memory_dropped where partition = $1 and version <= $2',
)
const find = statement<[partition: number, after: number], { ids: string }>(
  'select ids from memory_dropped where partition = $1 and version > $2',
)

/** Notes the chunks that a new version of a partition no longer has. */
export async function noteDropped(
  transaction: Transaction,
  { id, version }: PartitionVersion,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0) await transaction.run(add, id, version, JSON.stringify(ids))
  await transaction.run(removeOld, id, version - keptVersions)
}

/** Returns the chunks that were dropped since a version; undefined if that is too long ago to be known. */
export async function droppedSince(
  connection: Connection,
  { id, version }: PartitionVersion,
  since: number,
): Promise<ReadonlySet<number> | undefined> {
  // Other processes may have gone on since the version was read, and have removed as many rows.
  if (since < version - keptVersions / 2) return undefined
  const rows = await connection.all(find, id, since)
  return new Set(rows.flatMap(({ ids }) => JSON.parse(ids) as readonly number[]))
}
