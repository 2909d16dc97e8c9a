import type { HouseDatabase } from '@drawbridge/room'
import { statement } from '@drawbridge/store/database'

/** Remembers which servers speak only the older revisions, so that they are not asked again each time. */
export interface EraStore {
  isLegacy(launch: string): Promise<boolean>
  note(launch: string, era: 'legacy' | 'modern'): Promise<void>
}

/** An updated server still answers in the old way, so it is asked again after this time, in milliseconds. */
const keptMs = 7 * 24 * 3_600_000

const findEra = statement<[launch: string, after: number], { era: string }>(
  'select era from mcp_eras where launch = $1 and seen_at > $2',
)
const noteEra = statement<[launch: string, era: string, at: number]>(
  `insert into mcp_eras (launch, era, seen_at) values ($1, $2, $3)
    on conflict (launch) do update set era = excluded.era, seen_at = excluded.seen_at`,
)

/** Creates the store over the database of a home. Without a database every server is asked each time. */
export function createEraStore(database: HouseDatabase, now: () => number): EraStore {
  return {
    isLegacy: async (launch) => {
      const found = await database.find()
      return (await found?.get(findEra, launch, now() - keptMs))?.era === 'legacy'
    },
    note: async (launch, era) => {
      const found = await database.find()
      const known = await found?.get(findEra, launch, now() - keptMs)
      if (known?.era !== era) await found?.run(noteEra, launch, era, now())
    },
  }
}
