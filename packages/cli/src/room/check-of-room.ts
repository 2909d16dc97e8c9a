import type { CheckRow } from '@drawbridge/room'
import { resolveHome, resolveWorkspace } from '@drawbridge/sdk/folders'
import { openRoomPlace } from '@drawbridge/sdk/rooms'
import type { Check } from '../doctor/check.ts'
import { withoutStore } from '../doctor/look-at-store.ts'
import type { RoomCommandPlace } from './configure-room-command.ts'

/** Returns a check of a room as `doctor` makes it. Its code is loaded then. */
export function checkOfRoom({ name, needsDatabase = false, load }: CheckRow, { room, rooms }: RoomCommandPlace): Check {
  return {
    name,
    look: async (surroundings) => {
      // The database may contain a section as well.
      const isStored = needsDatabase || room.loadSection !== undefined
      const unseen = isStored ? await withoutStore(surroundings) : undefined
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
