import type { MemoryPlace } from '@drawbridge/room/place'
import type { Database } from '@drawbridge/store/database'
import { statement } from '@drawbridge/store/database'
import { type Partition, syncIndex } from '../index/sync-index.ts'
import type { MeaningMatch } from '../vectors/vector-rows.ts'
import { chooseHits } from './choose-hits.ts'
import type { MeaningIndex, MeaningMatches } from './find-by-meaning.ts'
import { findByWords } from './find-by-words.ts'
import { fuseLists } from './fuse-lists.ts'
import type { ChunkScores, FoundChunk, MatchQuality, MemoryHit } from './memory-hit.ts'

/** A query and the conditions of its results. */
export interface MemoryQuery {
  readonly query: string
  /** The most results. */
  readonly count: number
  /** The least quality of a result. Default: any. */
  readonly quality?: MatchQuality | undefined
  /** Only documents that were last changed at or before this time: milliseconds since the Unix epoch. */
  readonly asOf?: number | undefined
}

/** The result of a search. */
export interface MemorySearchResult {
  readonly hits: readonly MemoryHit[]
  /** The reason that meanings were not compared, or not of all chunks; undefined if they were. */
  readonly degraded: string | undefined
}

/** The factor by which a user's own documents are preferred to those for all users. */
const ownPreference = 1.1

/** The length of the list of words, and of the chunks that are looked at in the end. */
const listLength = 100

interface ChunkRow {
  readonly id: number
  readonly partition: number
  readonly origin: FoundChunk['origin']
  readonly path: string
  readonly headings: string
  readonly first_line: number
  readonly last_line: number
  readonly text: string
  readonly trust: FoundChunk['trust']
  readonly source: string
  readonly modified_at: number
}

const chunkColumns = 'id, partition, origin, path, headings, first_line, last_line, text, trust, source, modified_at'
const readChunks = statement<[ids: string], ChunkRow>({
  sqlite: `select ${chunkColumns} from memory_chunks where id in (select value from json_each($1))`,
  postgres: `select ${chunkColumns} from memory_chunks
    where id in (select value::bigint from json_array_elements_text($1::json) as given (value))`,
})
/** A user's document, also one that says that it is gone, takes the place of the shared one. */
const findOwnPaths = statement<[agent: string, user: string], { path: string }>(
  'select path from memory_documents where agent_id = $1 and user_id = $2',
)

/** The means of a search. */
export interface MemorySearch {
  readonly database: Database
  /** Undefined to search by words alone. */
  readonly meanings?: MeaningIndex | undefined
  /** The weight of meanings, where words have 1: a number of at least 0. */
  readonly meaningWeight: number
}

/** Searches the documents of some places by words and, if there is an index of meanings, by meaning. */
export async function searchMemory(
  { database, meanings, meaningWeight }: MemorySearch,
  places: readonly MemoryPlace[],
  { query, count, quality = 'weak', asOf }: MemoryQuery,
  signal: AbortSignal,
): Promise<MemorySearchResult> {
  const synced: { readonly place: MemoryPlace; readonly partition: Partition }[] = []
  for (const place of places) {
    const partition = await syncIndex(database, place)
    if (partition !== undefined && partition.chunks > 0) synced.push({ place, partition })
  }
  const partitions = synced.map(({ partition }) => partition)
  const byWords = (await findByWords(database, query, partitions)).slice(0, listLength)
  const hidden = await hiddenShared(database, places, synced)
  const near = new Set(synced.flatMap(({ place, partition }) => (place.user === '' ? [] : [partition.id])))
  const placeOf = new Map(synced.map(({ place, partition }) => [partition.id, place]))
  const words = new Map(byWords.map(({ id, scores }) => [id, scores]))

  const choose = async (matches: readonly MeaningMatch[]): Promise<readonly MemoryHit[]> => {
    const fused = fuseLists([
      { ids: byWords.map(({ id }) => id), weight: 1 },
      { ids: matches.map(({ id }) => id), weight: meaningWeight },
    ]).slice(0, listLength)
    const rows = await database.all(readChunks, JSON.stringify(fused.map(({ id }) => id)))
    const chunks = new Map(rows.map((row) => [row.id, readChunk(row)]))
    const cosines = new Map(matches.map(({ id, cosine }) => [id, cosine]))
    const hits = fused.flatMap(({ id, score }): readonly (MemoryHit & { readonly rank: number })[] => {
      const chunk = chunks.get(id)
      const place = chunk && placeOf.get(chunk.partition)
      if (
        chunk === undefined ||
        place === undefined ||
        hidden(chunk) ||
        (asOf !== undefined && chunk.modifiedMs > asOf)
      )
        return []
      const { text, coverage } = words.get(id) ?? { text: undefined, coverage: 0 }
      const scores: ChunkScores = { text, vector: cosines.get(id), coverage }
      const nearness = near.has(chunk.partition) ? ownPreference : 1
      const rank = score * featuresOf(query, chunk, coverage) * nearness
      return [{ ...chunk, place, scores, quality: qualityOf(scores, meanings?.isRough === true), rank }]
    })
    const enough = hits
      .filter((hit) => order[hit.quality] >= order[quality])
      .toSorted((left, right) => right.rank - left.rank)
      .map(({ rank: _, ...hit }) => hit)
    return chooseHits(enough, count)
  }

  // Meanings that only fill a short list are not compared if words fill it.
  const byWordsAlone = meaningWeight === 0 && meanings !== undefined ? await choose([]) : []
  if (byWordsAlone.length >= count) return { hits: byWordsAlone, degraded: undefined }
  const { matches, missing, problem } = await byMeaning(database, meanings, query, partitions, signal)
  return { hits: await choose(matches), degraded: problem ?? tellMissing(missing) }
}

const order: Readonly<Record<MatchQuality, number>> = { weak: 0, good: 1, strong: 2 }

async function byMeaning(
  database: Database,
  meanings: MeaningIndex | undefined,
  query: string,
  partitions: readonly Partition[],
  signal: AbortSignal,
): Promise<MeaningMatches> {
  const nothing = { matches: [], missing: 0 }
  if (meanings === undefined)
    return { ...nothing, problem: 'meanings are turned off (memory.embeddings): found by words alone' }
  try {
    return await meanings.find(database, query, partitions, signal)
  } catch (error) {
    if (signal.aborted) throw error
    const reason = error instanceof Error ? error.message : String(error)
    return { ...nothing, problem: `the embedding model failed, found by words alone: ${reason}` }
  }
}

function tellMissing(missing: number): string | undefined {
  return missing === 0 ? undefined : `partly: ${missing} chunks have no vector yet`
}

/** Returns a function that says whether a shared chunk is hidden by a document of the user. */
async function hiddenShared(
  database: Database,
  places: readonly MemoryPlace[],
  synced: readonly { readonly place: MemoryPlace; readonly partition: Partition }[],
): Promise<(chunk: FoundChunk) => boolean> {
  // Also of a user who has hidden documents and written none.
  const own = places.find(({ user }) => user !== '')
  const shared = synced.find(({ place }) => place.user === '' && place.project === '')
  if (shared === undefined || own === undefined) return () => false
  const rows = await database.all(findOwnPaths, own.agent, own.user)
  const paths = new Set(rows.map(({ path }) => path))
  return ({ partition, origin, path }) => origin === 'file' && partition === shared.partition.id && paths.has(path)
}

/** Returns a factor for small preferences among chunks that rank alike: the query as it is written, all of its words, a heading with its words. */
export function featuresOf(
  query: string,
  { text, headings }: Pick<FoundChunk, 'text' | 'headings'>,
  coverage: number,
): number {
  const phrase = query.trim().toLowerCase()
  const isPhrase = phrase.includes(' ') && text.toLowerCase().includes(phrase)
  const inHeading = headings.some((heading) => phrase !== '' && heading.toLowerCase().includes(phrase))
  return 1 + (isPhrase ? 0.1 : 0) + (coverage >= 1 ? 0.05 : 0) + (inHeading ? 0.1 : 0)
}

function qualityOf({ vector = -1, coverage }: ChunkScores, isRough: boolean): MatchQuality {
  if (isRough) return qualityOf({ text: undefined, vector: undefined, coverage }, false)
  if (coverage >= 0.999 || vector >= 0.85) return 'strong'
  return coverage >= 0.5 || vector >= 0.65 ? 'good' : 'weak'
}

function readChunk(row: ChunkRow): FoundChunk {
  return {
    id: row.id,
    partition: row.partition,
    origin: row.origin,
    path: row.path,
    headings: JSON.parse(row.headings) as readonly string[],
    firstLine: row.first_line,
    lastLine: row.last_line,
    text: row.text,
    trust: row.trust,
    source: row.source,
    modifiedMs: row.modified_at,
  }
}
