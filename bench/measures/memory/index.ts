import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCleanup } from '@drawbridge/core/base'
import type { Embedder } from '@drawbridge/core/model'
import { type Database, type DatabaseOptions, openDatabase, statement } from '@drawbridge/store/database'
import { writeNote } from '../../../packages/memory/src/document/memory-documents.ts'
import { embeddedText } from '../../../packages/memory/src/index/index-chunk.ts'
import { type Partition, syncIndex } from '../../../packages/memory/src/index/sync-index.ts'
import { memoryRoom } from '../../../packages/memory/src/room.ts'
import { createMeaningIndex, type MeaningIndex } from '../../../packages/memory/src/search/find-by-meaning.ts'
import { searchMemory } from '../../../packages/memory/src/search/search-memory.ts'
import { topOf } from '../../../packages/memory/src/vectors/vector-rows.ts'
import { visiblePlaces } from '../../../packages/room/src/memory-place.ts'
import { emptyDatabase } from '../../lib/empty-database.ts'
import type { Report } from '../../lib/report.ts'
import { repeatWithin } from '../../lib/within.ts'
import { createRandom, makeDocument, makeQuery } from './documents.ts'
import { measureMiniSearch, measureOrama } from './peers.ts'
import { type Figures, quantile, readSize, type Size, startReport } from './size.ts'

const sectionsOfDocument = 20
/** The documents that are written before the index is brought up to date, as by an import in parts. */
const documentsAtOnce = 500
const dimensions = 100
const rooms = [{ room: memoryRoom.name, migrations: memoryRoom.migrations ?? [], sealed: [] }]
const label = { trust: 'trusted', source: '' } as const

/**
 * Indexes 100,000 chunks (`--chunks`) in each database (or in that of `--database`), and searches them by words and meaning, next to two
 * indexes in memory. Each phase ends after a time, and the report says how far it came.
 */
export async function measure(options: Readonly<Record<string, unknown>> = {}): Promise<Report> {
  const size = readSize(options)
  const server = process.env.DRAWBRIDGE_TEST_POSTGRES
  const ours: Figures[] = []
  if (size.database !== 'postgres') {
    const folder = mkdtempSync(join(tmpdir(), 'drawbridge-memory-'))
    try {
      ours.push(await measureDatabase('SQLite', { kind: 'sqlite', file: join(folder, 'memory.db') }, size))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  if (size.database !== 'sqlite' && server !== undefined) {
    await using cleanup = createCleanup()
    const url = await emptyDatabase(server, 'memory', cleanup)
    ours.push(await measureDatabase('PostgreSQL', { kind: 'postgres', url }, size))
  }
  const figures = [...ours, await measureMiniSearch(size), await measureOrama(size)]
  return {
    name: 'memory',
    columns: [
      'index',
      'chunks',
      'chunks a second',
      'searches',
      'search p50 ms',
      'search p99 ms',
      'computed p50 ms',
      'frequent word p50 ms',
      'after an edit p50 ms',
      'recall@6',
    ],
    rows: figures.map(({ name, chunks, perSecond, times, computed, edited, frequent, recall }) => [
      name,
      chunks,
      Math.round(perSecond),
      times.length,
      quantile(times, 0.5).toFixed(1),
      quantile(times, 0.99).toFixed(1),
      computed === undefined ? '' : quantile(computed, 0.5).toFixed(1),
      frequent === undefined ? '' : quantile(frequent, 0.5).toFixed(1),
      edited === undefined ? '' : quantile(edited, 0.5).toFixed(1),
      recall?.toFixed(3) ?? '',
    ]),
    goals: ours.flatMap(({ name, chunks, perSecond, times, frequent = [], recall = 0 }) => [
      {
        text: `${name}: ${size.chunks} chunks are indexed within ${size.indexing.longestMs / 1_000} s`,
        met: chunks >= size.chunks,
      },
      { text: `${name}: at least 1,000 chunks a second with known vectors`, met: perSecond >= 1_000 },
      { text: `${name}: half of the searches below 30 ms`, met: quantile(times, 0.5) < 30 },
      { text: `${name}: 99 of 100 searches below 100 ms`, met: quantile(times, 0.99) < 100 },
      {
        text: `${name}: half of the searches for the most frequent word below 100 ms`,
        met: quantile(frequent, 0.5) < 100,
      },
      { text: `${name}: at least 0.95 of the six nearest vectors are found`, met: recall >= 0.95 },
    ]),
    details: [
      `chunks of about 800 characters, queries of three words, vectors of ${dimensions} values`,
      `load of this machine over the last minute: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`,
      ...(server === undefined ? ['PostgreSQL was not measured: DRAWBRIDGE_TEST_POSTGRES names no server'] : []),
    ],
    data: figures.map(({ name, chunks, perSecond, times, recall }) => ({
      name,
      chunks,
      perSecond,
      recall,
      searches: times.length,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
    })),
  }
}

async function measureDatabase(name: string, options: DatabaseOptions, size: Size): Promise<Figures> {
  await using database = await openDatabase({ ...options, rooms })
  const places = visiblePlaces({}, '')
  const [place] = places
  if (place === undefined) throw new Error('A caller sees its own place.')
  const signal = new AbortController().signal
  const random = createRandom(1)
  const documents = Math.ceil(size.chunks / sectionsOfDocument)
  const report = startReport(name)
  let [ms, partition]: [number, Partition | undefined] = [0, undefined]
  await repeatWithin({ ...size.indexing, times: Math.ceil(documents / documentsAtOnce) }, async (part) => {
    const written = part * documentsAtOnce
    for (let index = written; index < Math.min(written + documentsAtOnce, documents); index += 1) {
      const text = makeDocument(random, sectionsOfDocument)
      await writeNote(database, { place, path: `memory/${index}.md`, text, label }, index)
    }
    const start = performance.now()
    partition = await syncIndex(database, place)
    ms += performance.now() - start
  })
  const indexed = partition as Partition | undefined
  const chunks = indexed?.chunks ?? 0
  report(`${chunks} of ${size.chunks} chunks are indexed in ${(ms / 1_000).toFixed(1)} s`)
  const meanings = createMeaningIndex(hashEmbedder(), 'hash')
  if (indexed !== undefined) while ((await meanings.embed(database, indexed, signal, 2_000)) > 0);
  report('all chunks have vectors')
  const search = (query: string) =>
    searchMemory({ database, meanings, meaningWeight: 1 }, places, { query, count: 6 }, signal)
  await search('warm up')
  const [times, computed]: [number[], number[]] = [[], []]
  const asking = createRandom(2)
  await repeatWithin(size.searching, async () => {
    const [began, used] = [performance.now(), process.cpuUsage()]
    await search(makeQuery(asking))
    times.push(performance.now() - began)
    const { user, system } = process.cpuUsage(used)
    computed.push((user + system) / 1_000)
  })
  report(`${times.length} searches are done`)
  const recall = indexed === undefined ? 0 : await measureRecall(database, meanings, indexed, size)
  report('the nearest vectors are compared')
  const frequent: number[] = []
  // The word that nearly all chunks have.
  await repeatWithin(size.editing, async () => {
    const began = performance.now()
    await search('w1')
    frequent.push(performance.now() - began)
  })
  report(`${frequent.length} searches for the most frequent word are done`)
  const edited: number[] = []
  await repeatWithin(size.editing, async (index) => {
    const text = makeDocument(random, sectionsOfDocument)
    await writeNote(database, { place, path: `memory/${index}.md`, text, label }, index)
    const began = performance.now()
    await search(makeQuery(asking))
    edited.push(performance.now() - began)
  })
  report(`${edited.length} searches after an edit of ${sectionsOfDocument} chunks are done`)
  return { name, chunks, perSecond: chunks / (ms / 1_000), times, computed, edited, frequent, recall }
}

const readTexts = statement<[partition: number], { id: number; headings: string; text: string }>(
  'select id, headings, text from memory_chunks where partition = $1',
)

/** Compares the nearest chunks with those by the full vectors, which are kept in a smaller form. */
async function measureRecall(
  database: Database,
  meanings: MeaningIndex,
  partition: Partition,
  { recalling }: Size,
): Promise<number> {
  const chunksOf = await database.all(readTexts, partition.id)
  const { embed } = hashEmbedder()
  const signal = new AbortController().signal
  const texts = chunksOf.map(({ headings, text }) => embeddedText({ headings: JSON.parse(headings) as string[], text }))
  const { vectors } = await embed(texts, signal)
  const asking = createRandom(3)
  let found = 0
  const asked = await repeatWithin(recalling, async () => {
    const query = makeQuery(asking)
    const [wanted = new Float32Array()] = (await embed([query], signal)).vectors
    const best = topOf(
      Float64Array.from(vectors, (vector) => productOf(vector, wanted)),
      6,
    )
    const nearest = (await meanings.find(database, query, [partition], signal)).matches.slice(0, 6)
    found += best.filter((row) => nearest.some(({ id }) => id === chunksOf[row]?.id)).length
  })
  return found / (6 * asked)
}

function productOf(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (let index = 0; index < left.length; index += 1) sum += (left[index] ?? 0) * (right[index] ?? 0)
  return sum
}

/** Vectors that cost nothing to make: what is measured is the search. */
function hashEmbedder(): Embedder {
  const embed = (text: string) => {
    const random = createRandom([...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7))
    const values = Float32Array.from({ length: dimensions }, () => random() - 0.5)
    const length = Math.hypot(...values)
    return values.map((value) => value / length)
  }
  return {
    model: 'hash',
    embed: async (texts) => ({ vectors: texts.map(embed), model: 'hash', dimensions }),
  }
}
