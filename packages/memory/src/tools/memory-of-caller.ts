import type { ToolContext } from '@drawbridge/core'
import { fail } from '@drawbridge/core'
import type { House } from '@drawbridge/room'
import { type MemoryPlace, placesOfCaller } from '@drawbridge/room/place'
import type { Database } from '@drawbridge/store/database'
import { createMeaningIndex, type MeaningIndex } from '../search/find-by-meaning.ts'
import type { MemorySearch } from '../search/search-memory.ts'
import { builtInMemory, type MemorySection } from '../section.ts'

/** The memory as one caller sees it. */
export interface CallerMemory {
  /** Undefined if nothing was ever stored. */
  readonly database: Database | undefined
  /** The caller's places, the nearest first: own before shared, of the project before general. */
  readonly places: readonly MemoryPlace[]
}

/** The parts of the house that memory needs. */
export type MemoryHouse = Pick<House, 'home' | 'database' | 'service' | 'clock'>

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

/** Returns the index of meanings of a house; undefined if no embedding model is configured. */
export async function meaningsOf(
  house: Pick<House, 'service'>,
  section: MemorySection | undefined,
): Promise<MeaningIndex | undefined> {
  if (section?.embeddings === false) return undefined
  const known = indexes.get(house)
  if (known !== undefined) return known
  const embedder = await house.service('embedder')
  if (embedder?.model === undefined) return undefined
  const index = createMeaningIndex(embedder, embedder.model)
  indexes.set(house, index)
  return index
}

/** Returns the means of a search as the section sets them. */
export async function searchOf(
  house: Pick<House, 'service'>,
  section: MemorySection | undefined,
  database: Database,
): Promise<MemorySearch> {
  const meaningWeight = section?.meaningWeight ?? builtInMemory.meaningWeight
  return { database, meanings: await meaningsOf(house, section), meaningWeight }
}

/** One for each house: it keeps vectors in memory. */
const indexes = new WeakMap<object, MeaningIndex>()
