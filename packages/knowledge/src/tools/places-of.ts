import { fail, type ToolContext } from '@drawbridge/core'
import type { House } from '@drawbridge/room'
import { type MemoryPlace, placesOfCaller } from '@drawbridge/room/place'
import type { Database } from '@drawbridge/store/database'

/** The parts of the house that knowledge needs. */
export type KnowledgeHouse = Pick<House, 'home' | 'database' | 'service' | 'clock'>

/** Returns the database, undefined if nothing was ever stored, and the places that a caller sees, the nearest first. */
export async function placesOf(
  house: KnowledgeHouse,
  caller: Pick<ToolContext, 'principal' | 'workspace'>,
): Promise<{ readonly database: Database | undefined; readonly places: readonly MemoryPlace[] }> {
  if ((await house.database.options()) === undefined) {
    fail(
      'store_unavailable',
      'Knowledge is kept in the database, and the operator has turned the database off (store.kind "files").',
    )
  }
  return { database: await house.database.find(), places: placesOfCaller(house.home, caller) }
}
