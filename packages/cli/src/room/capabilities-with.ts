import type { Room } from '@drawbridge/room'
import { builtInRooms } from '@drawbridge/sdk/built-in-rooms'
import { ownCapabilities } from '../capabilities.ts'
import type { Capability } from '../command-line/capability.ts'
import type { Check } from '../doctor/check.ts'
import type { Io } from '../io/io.ts'

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

/**
 * Finds the capabilities for a command line. Rooms that the operator's file names are looked for only if the arguments name no command
 * that is known without them: for the help, and for what may be one of theirs.
 */
export async function findCapabilities(args: readonly string[], io: Io): Promise<readonly Capability[]> {
  const [first = '--help'] = args
  const known = capabilitiesWith(builtInRooms)
  const isKnown = known.some(({ commands = [] }) => commands.some(({ path }) => path[0] === first))
  if (isVersion(first) || isKnown) return known
  const [{ homePath }, { findRooms }] = await Promise.all([
    import('@drawbridge/sdk/folders'),
    import('@drawbridge/sdk/rooms'),
  ])
  const home = homePath({ flag: optionIn('--home', args), env: io.environment })
  const { rooms, problems } = await findRooms({ home, config: optionIn('--config', args) })
  for (const { file, line, message } of problems)
    await io.diagnostics.write(`drawbridge: ${file}:${line}: ${message}\n`)
  return capabilitiesWith(rooms)
}

function isVersion(word: string): boolean {
  return word === '--version' || word === '-V'
}

/** Returns the value of an option before anything is known of the command. */
function optionIn(option: string, args: readonly string[]): string | undefined {
  const index = args.indexOf(option)
  const joined = args.find((word) => word.startsWith(`${option}=`))
  return index === -1 ? joined?.slice(option.length + 1) : args[index + 1]
}
