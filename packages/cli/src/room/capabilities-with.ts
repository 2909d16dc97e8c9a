import type { Room } from '@drawbridge/room'
import { ownCapabilities } from '../capabilities.ts'
import type { Capability } from '../command-line/capability.ts'
import type { Check } from '../doctor/check.ts'

/** Returns every capability of the command line: its own, then those of rooms. */
export function capabilitiesWith(rooms: readonly Room[]): readonly Capability[] {
  return [...ownCapabilities, ...rooms.map((room) => capabilityOf(room, rooms))]
}

/** Loads the checks of every capability, in the order in which `doctor` reports them. */
export async function checksWith(rooms: readonly Room[]): Promise<readonly Check[]> {
  return (await Promise.all(capabilitiesWith(rooms).map(({ loadChecks }) => loadChecks?.() ?? []))).flat()
}

function capabilityOf(room: Room, rooms: readonly Room[]): Capability {
  const { name, summary, commands = [], checks = [] } = room
  return {
    groups: summary === undefined ? {} : { [name]: summary },
    commands: commands.map(({ path, summary: line, isDefault = false, load }) => ({
      path,
      summary: line,
      isDefault,
      load: async () => {
        const { configureRoomCommand } = await import('./configure-room-command.ts')
        return configureRoomCommand(await load(), { room, rooms })
      },
    })),
    loadChecks: async () => {
      if (checks.length === 0) return []
      const { checkOfRoom } = await import('./check-of-room.ts')
      return checks.map((row) => checkOfRoom(row, { room, rooms }))
    },
    loadToolNames: async () => {
      const rows = [...(room.tools ?? []), ...((await room.loadTools?.(undefined)) ?? [])]
      return rows.map((row) => row.name)
    },
  }
}
