import type { ToolContext } from '@drawbridge/core'
import { fail } from '@drawbridge/core'
import type { House } from '@drawbridge/room'
import { type MemoryPlace, placesOfCaller } from '@drawbridge/room/place'
import type { Database } from '@drawbridge/store/database'
import { createMeaningIndex, type MeaningIndex, type MeaningIndexOptions } from '../search/find-by-meaning.ts'
import type { MemorySearch } from '../search/search-memory.ts'
import { type MemorySection, modelMeaningWeight, roughMeaningWeight } from '../section.ts'

/** The memory as one caller sees it. */
export interface CallerMemory {
  /** Undefined if nothing was ever stored. */
  readonly database: Database | undefined
  /** The caller's places, the nearest first: own before shared, of the project before general. */
  readonly places: readonly MemoryPlace[]
}

/** The parts of the house that memory needs. */
export type MemoryHouse = Pick<House, 'home' | 'database' | 'service' | 'clock' | 'emit'>

/** Returns the memory of the caller of a tool. */
export async function memoryOfCaller(
  house: MemoryHouse,
  caller: Pick<ToolContext, 'principal' | 'workspace'>,
): Promise<CallerMemory> {
  if ((await house.database.options()) === undefined) {
    fail(
      'store_unavailable',
      'The memory is kept in the database, and the operator has turned the database off (store.kind "files").',
    )
  }
  return { database: await house.database.find(), places: placesOfCaller(house.home, caller) }
}

/** Returns the index of meanings of a house, of the configured model or else of the vectors that come with it; undefined if they are off. */
export async function meaningsOf(
  house: Pick<House, 'service'>,
  section: MemorySection | undefined,
): Promise<MeaningIndex | undefined> {
  if (section?.embeddings === false) return undefined
  const known = indexes.get(house)
  if (known !== undefined) return known
  const embedder = await house.service('embedder')
  const later: MeaningIndexOptions['later'] = async (partition, dimensions) =>
    (await house.service('memoryVectors'))?.later(partition, dimensions)
  // No search waits for a provider to make vectors of chunks.
  const index =
    embedder?.model === undefined
      ? await offlineMeanings(later)
      : createMeaningIndex(embedder, embedder.model, { mostAtOnce: 0, later })
  indexes.set(house, index)
  return index
}

async function offlineMeanings(later: MeaningIndexOptions['later']): Promise<MeaningIndex> {
  const { createOfflineEmbedder, offlineModel, offlineOptions } = await import('../offline/offline-embedder.ts')
  return createMeaningIndex(createOfflineEmbedder(), offlineModel, { ...offlineOptions, later })
}

/** Returns the means of a search as the section sets them. */
export async function searchOf(
  house: Pick<House, 'service'>,
  section: MemorySection | undefined,
  database: Database,
): Promise<MemorySearch> {
  const meanings = await meaningsOf(house, section)
  const builtIn = meanings?.isRough === true ? roughMeaningWeight : modelMeaningWeight
  return { database, meanings, meaningWeight: section?.meaningWeight ?? builtIn }
}

/** One for each house: it keeps vectors in memory. */
const indexes = new WeakMap<object, MeaningIndex>()
