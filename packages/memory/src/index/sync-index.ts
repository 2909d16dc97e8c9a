import type { MemoryPlace } from '@drawbridge/room/place'
import type { Connection, Database, Transaction } from '@drawbridge/store/database'
import { statement } from '@drawbridge/store/database'
import { dropUnusedVectors } from '../vectors/drop-vectors.ts'
import { chunkDocument } from './chunk-document.ts'
import { type DocumentSource, indexVersion, type StaleDocument, sourcesOf } from './document-sources.ts'
import { countedWords, embeddedText, indexChunk, vectorKey } from './index-chunk.ts'
import { insertChunks, insertFrequencies, insertIndexed } from './insert-rows.ts'

/** The indexed part of one place. */
export interface Partition {
  readonly id: number
  /** Grows with each change. */
  readonly version: number
  /** The number of its chunks. */
  readonly chunks: number
  /** The weighted number of words of all its chunks. */
  readonly words: number
}

interface PartitionRow extends Partition {
  /** The state that was indexed whole. */
  readonly seen: string
  /** The number of changes of the place up to now. */
  readonly changes: number
}

const findPartition = statement<[agent: string, user: string, project: string], PartitionRow>({
  sqlite: partitionOf('coalesce(sum(changes), 0)'),
  postgres: partitionOf('coalesce(sum(changes), 0)::bigint'),
})
const markSeen = statement<[id: number, seen: string]>('update memory_partitions set seen = $2 where id = $1')

function partitionOf(sum: string): string {
  return `select id, version, chunks, words, seen,
      (select ${sum} from memory_changes where agent_id = $1 and user_id = $2 and project = $3) as changes
    from memory_partitions where agent_id = $1 and user_id = $2 and project = $3`
}
const addPartition = statement<[agent: string, user: string, project: string]>(
  `insert into memory_partitions (agent_id, user_id, project, version, chunks, words) values ($1, $2, $3, 0, 0, 0)
    on conflict (agent_id, user_id, project) do nothing`,
)
const lockPartition = statement<[id: number]>('update memory_partitions set version = version + 1 where id = $1')
const countPartition = statement<[id: number, chunks: number, words: number]>(
  'update memory_partitions set chunks = chunks + $2, words = words + $3 where id = $1',
)
const findChunks = statement<
  [partition: number, origin: string, path: string],
  { words: string; counts: string; length: number; text_hash: string }
>('select words, counts, length, text_hash from memory_chunks where partition = $1 and origin = $2 and path = $3')
const removeChunks = statement<[partition: number, origin: string, path: string]>(
  'delete from memory_chunks where partition = $1 and origin = $2 and path = $3',
)
const removeIndexed = statement<[partition: number, origin: string, path: string]>(
  'delete from memory_indexed where partition = $1 and origin = $2 and path = $3',
)
const removeUnused = statement<[partition: number]>(
  'delete from memory_frequencies where partition = $1 and chunks <= 0',
)

/**
 * Brings the index of a place up to date with its documents, whichever process changed them, and returns its partition; undefined if the
 * place has never held a document. Documents are looked at only if a change was counted since. Two processes may do this at once.
 */
export async function syncIndex(database: Database, place: MemoryPlace): Promise<Partition | undefined> {
  const { agent, user, project } = place
  const sources = sourcesOf(place)
  const find = () => database.get(findPartition, agent, user, project)
  let partition = await find()
  if (partition === undefined) {
    // No row has this partition: each document counts as new.
    if (!(await hasWork(database, sources, 0))) return undefined
    await database.run(addPartition, agent, user, project)
    partition = await find()
  }
  // Changes that are counted later than this are looked at with the next search, whether or not they are indexed here.
  const state = `${indexVersion}:${partition?.changes}`
  if (partition?.seen === state) return partition
  while (partition !== undefined && (await hasWork(database, sources, partition.id))) {
    const { id } = partition
    await database.transaction((transaction) => indexBatch(transaction, sources, id))
    partition = await find()
  }
  if (partition !== undefined) await database.run(markSeen, partition.id, state)
  return partition
}

async function hasWork(
  connection: Connection,
  sources: readonly DocumentSource[],
  partition: number,
): Promise<boolean> {
  for (const source of sources) if (await source.hasChanged(connection, partition)) return true
  return false
}

/** Indexes what changed. It locks the partition and looks again: another process may have done it meanwhile. */
async function indexBatch(
  transaction: Transaction,
  sources: readonly DocumentSource[],
  partition: number,
): Promise<void> {
  await transaction.run(lockPartition, partition)
  const counts = createCounts()
  const dropped = new Set<string>()
  for (const source of sources) {
    const { origin } = source
    for (const path of await source.gone(transaction, partition)) {
      for (const hash of await dropDocument(transaction, { partition, origin, path }, counts)) dropped.add(hash)
    }
    const documents = await source.stale(transaction, partition)
    for (const { path } of documents) {
      for (const hash of await dropDocument(transaction, { partition, origin, path }, counts)) dropped.add(hash)
    }
    await insertChunks(
      transaction,
      documents.flatMap((document) => chunkRows(partition, source, document, counts)),
    )
    await insertIndexed(
      transaction,
      documents.map(({ path, state }) => ({ partition, origin, path, state })),
    )
  }
  await dropUnusedVectors(transaction, partition, dropped)
  await insertFrequencies(transaction, counts.changed(partition))
  if (counts.hasRemoved()) await transaction.run(removeUnused, partition)
  await transaction.run(countPartition, partition, counts.chunks, counts.words)
}

interface IndexedDocument {
  readonly partition: number
  readonly origin: string
  readonly path: string
}

/** Drops the chunks of a document. Resolves to the keys of their vectors. */
async function dropDocument(transaction: Transaction, at: IndexedDocument, counts: Counts): Promise<readonly string[]> {
  const { partition, origin, path } = at
  const chunks = await transaction.all(findChunks, partition, origin, path)
  for (const row of chunks) counts.add(row, -1)
  await transaction.run(removeChunks, partition, origin, path)
  await transaction.run(removeIndexed, partition, origin, path)
  return chunks.map(({ text_hash: hash }) => hash)
}

function chunkRows(partition: number, { origin }: DocumentSource, document: StaleDocument, counts: Counts) {
  const { path, trust, source, modified_at } = document
  return chunkDocument(document.content.toWellFormed().replaceAll('\0', ' ')).map((chunk) => {
    const indexed = indexChunk(partition, path, chunk)
    counts.add(indexed, 1)
    return {
      partition,
      origin,
      path,
      headings: JSON.stringify(chunk.headings),
      first_line: chunk.firstLine,
      last_line: chunk.lastLine,
      text: chunk.text,
      text_hash: vectorKey(partition, embeddedText(chunk)),
      trust,
      source,
      modified_at,
      ...indexed,
    }
  })
}

/** The sums of one batch, so that each word is written once. */
interface Counts {
  readonly chunks: number
  readonly words: number
  add(chunk: { readonly words: string; readonly counts: string; readonly length: number }, sign: 1 | -1): void
  changed(partition: number): readonly { readonly partition: number; readonly word: string; readonly chunks: number }[]
  hasRemoved(): boolean
}

function createCounts(): Counts {
  const byWord = new Map<string, number>()
  let [chunks, words, removed] = [0, 0, false]
  return {
    get chunks() {
      return chunks
    },
    get words() {
      return words
    },
    add: (chunk, sign) => {
      chunks += sign
      words += sign * chunk.length
      removed ||= sign < 0
      for (const word of countedWords(chunk)) byWord.set(word, (byWord.get(word) ?? 0) + sign)
    },
    changed: (partition) =>
      [...byWord].filter(([, change]) => change !== 0).map(([word, change]) => ({ partition, word, chunks: change })),
    hasRemoved: () => removed,
  }
}
