import type { MemoryPlace } from '@drawbridge/room/place'
import type { Connection, Database, Transaction } from '@drawbridge/store/database'
import { statement } from '@drawbridge/store/database'
import { dropUnusedVectors } from '../vectors/drop-vectors.ts'
import { chunkDocument } from './chunk-document.ts'
import { batchSize, type DocumentSource, indexVersion, type StaleDocument, sourcesOf } from './document-sources.ts'
import { noteDropped } from './dropped-chunks.ts'
import { withTexts } from './given-texts.ts'
import { countedWords, embeddedText, type IndexedWords, indexChunk, vectorKey } from './index-chunk.ts'
import { insertChunks, insertFrequencies, insertIndexed, prepareForMany, settleWords } from './insert-rows.ts'

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
const lockPartition = statement<[id: number], { version: number }>(
  'update memory_partitions set version = version + 1 where id = $1 returning version',
)
const countPartition = statement<[id: number, chunks: number, words: number]>(
  'update memory_partitions set chunks = chunks + $2, words = words + $3 where id = $1',
)
const removeChunks = statement<
  [partition: number, origin: string, paths: string],
  IndexedWords & { id: number; text_hash: string }
>(
  withTexts(
    '$3',
    (isGiven) => `delete from memory_chunks where partition = $1 and origin = $2 and path ${isGiven}
      returning id, words, counts, length, text_hash`,
  ),
)
const removeIndexed = statement<[partition: number, origin: string, paths: string]>(
  withTexts('$3', (isGiven) => `delete from memory_indexed where partition = $1 and origin = $2 and path ${isGiven}`),
)
const removeUnused = statement<[partition: number, words: string]>(
  withTexts(
    '$2',
    (isGiven) => `delete from memory_frequencies where partition = $1 and chunks <= 0 and word ${isGiven}`,
  ),
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
  if (partition === undefined) return undefined
  let isChanged = false
  for (const source of sources) {
    if (!(await source.hasChanged(database, partition.id))) continue
    isChanged = true
    await indexSource(database, source, partition.id)
  }
  await database.run(markSeen, partition.id, state)
  return isChanged ? find() : partition
}

async function hasWork(
  connection: Connection,
  sources: readonly DocumentSource[],
  partition: number,
): Promise<boolean> {
  for (const source of sources) if (await source.hasChanged(connection, partition)) return true
  return false
}

/** Indexes what changed, in batches by path. A document that changes behind them is counted, and so found by the next search. */
async function indexSource(database: Database, source: DocumentSource, partition: number): Promise<void> {
  let batches = 0
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after
    after = await database.transaction(async (transaction) => {
      await prepareForMany(transaction)
      return indexBatch(transaction, source, partition, from)
    })
    batches += 1
    if (after === undefined || batches % settledAtOnce === 0) await settleWords(database)
  }
}

/** The number of batches whose words are sorted into the index together: more take less time, but searches read all that wait. */
const settledAtOnce = 4

/**
 * Indexes the changed documents behind a path. It locks the partition first: another process may have done some. Resolves to the last
 * path of the batch, undefined if no document is left.
 */
async function indexBatch(
  transaction: Transaction,
  source: DocumentSource,
  partition: number,
  after: string,
): Promise<string | undefined> {
  const version = (await transaction.get(lockPartition, partition))?.version ?? 0
  const counts = createCounts()
  const { origin } = source
  const gone = after === '' ? await source.gone(transaction, partition) : []
  const documents = await source.stale(transaction, partition, after)
  const known = documents.filter(({ is_known: isKnown }) => isKnown > 0).map(({ path }) => path)
  const dropped = await dropDocuments(transaction, { partition, origin, paths: [...gone, ...known] }, counts)
  // The database stores some while this process analyses the next ones.
  let storing: Promise<void> = Promise.resolve()
  for (let start = 0; start < documents.length; start += storedAtOnce) {
    const rows = documents
      .slice(start, start + storedAtOnce)
      .flatMap((document) => chunkRows(partition, source, document, counts))
    await storing
    storing = insertChunks(transaction, rows)
  }
  await storing
  await insertIndexed(
    transaction,
    documents.map(({ path, state }) => ({ partition, origin, path, state })),
  )
  await noteDropped(transaction, { id: partition, version }, dropped.ids)
  await dropUnusedVectors(transaction, partition, dropped.hashes)
  await insertFrequencies(transaction, counts.changed(partition))
  if (counts.removed.size > 0) await transaction.run(removeUnused, partition, JSON.stringify([...counts.removed]))
  await transaction.run(countPartition, partition, counts.chunks, counts.words)
  return documents.length < batchSize ? undefined : documents.at(-1)?.path
}

/** The documents whose chunks are stored together. */
const storedAtOnce = 20

interface IndexedDocuments {
  readonly partition: number
  readonly origin: string
  readonly paths: readonly string[]
}

/** Drops the chunks of documents. Resolves to their ids, and to the keys of their vectors. */
async function dropDocuments(
  transaction: Transaction,
  { partition, origin, paths }: IndexedDocuments,
  counts: Counts,
): Promise<{ readonly ids: readonly number[]; readonly hashes: ReadonlySet<string> }> {
  const ids: number[] = []
  const hashes = new Set<string>()
  for (let start = 0; start < paths.length; start += batchSize) {
    const some = JSON.stringify(paths.slice(start, start + batchSize))
    for (const row of await transaction.all(removeChunks, partition, origin, some)) {
      counts.add(row, -1)
      ids.push(row.id)
      hashes.add(row.text_hash)
    }
    await transaction.run(removeIndexed, partition, origin, some)
  }
  return { ids, hashes }
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
  /** The words of chunks that were dropped. */
  readonly removed: ReadonlySet<string>
  add(chunk: IndexedWords, sign: 1 | -1): void
  /** Returns the changed frequencies in the order of the words, in which they are written fastest. */
  changed(partition: number): readonly { readonly partition: number; readonly word: string; readonly chunks: number }[]
}

function createCounts(): Counts {
  const byWord = new Map<string, number>()
  const removed = new Set<string>()
  let [chunks, words] = [0, 0]
  return {
    removed,
    get chunks() {
      return chunks
    },
    get words() {
      return words
    },
    add: (chunk, sign) => {
      chunks += sign
      words += sign * chunk.length
      for (const word of countedWords(chunk)) {
        byWord.set(word, (byWord.get(word) ?? 0) + sign)
        if (sign < 0) removed.add(word)
      }
    },
    changed: (partition) =>
      [...byWord.keys()].sort().flatMap((word) => {
        const change = byWord.get(word) ?? 0
        return change === 0 ? [] : [{ partition, word, chunks: change }]
      }),
  }
}
