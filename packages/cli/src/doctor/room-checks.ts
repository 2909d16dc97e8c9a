import type { CheckRow, Room } from '@drawbridge/room'
import { resolveHome, resolveWorkspace } from '@drawbridge/sdk/folders'
import { findRooms, openRoomPlace } from '@drawbridge/sdk/rooms'
import type { Check, Surroundings } from './check.ts'
import { withoutStore } from './look-at-store.ts'

/** The checks of all rooms, each loaded when it is made. A room that cannot be found is the matter of the check `configuration`. */
export async function roomChecks({ flags, io }: Surroundings): Promise<readonly Check[]> {
  const home = resolveHome({ flag: flags.home, env: io.environment })
  const { rooms } = await findRooms({ home, config: flags.config })
  return rooms.flatMap((room) => (room.checks ?? []).map((row) => checkOf(row, room, rooms)))
}

function checkOf({ name, needsDatabase = false, load }: CheckRow, room: Room, rooms: readonly Room[]): Check {
  return {
    name,
    look: async (surroundings) => {
      const unseen = needsDatabase ? await withoutStore(surroundings) : undefined
      if (unseen !== undefined) return unseen
      const { flags, io } = surroundings
      await using place = openRoomPlace({
        rooms,
        home: resolveHome({ flag: flags.home, env: io.environment }),
        workspace: resolveWorkspace(flags.workspace),
        config: flags.config,
        environment: io.environment,
      })
      return await (await load())(place.ground, await place.sectionOf(room))
    },
  }
}
