import type { Room } from '@drawbridge/room'
import { builtInRooms } from '@drawbridge/sdk/built-in-rooms'
import type { CommandEntry } from '../command-line/command-entry.ts'
import { commandTable } from '../command-line/command-table.ts'
import type { Io } from '../io/io.ts'

/** The additions of rooms to the command line. */
export interface RoomCommands {
  readonly entries: readonly CommandEntry[]
  /** By group. */
  readonly summaries: Readonly<Record<string, string>>
}

/**
 * The commands of rooms. Those that the operator's file names are looked for only if the arguments name no command that is known
 * without them: for the help, and for what may be one of theirs.
 */
export async function commandsOfRooms(args: readonly string[], io: Io): Promise<RoomCommands> {
  const [first = '--help'] = args
  const known = commandsOf(builtInRooms)
  if (isVersion(first) || [...commandTable, ...known.entries].some(({ path }) => path[0] === first)) return known
  const [{ homePath }, { findRooms }] = await Promise.all([
    import('@drawbridge/sdk/folders'),
    import('@drawbridge/sdk/rooms'),
  ])
  const home = homePath({ flag: optionIn('--home', args), env: io.environment })
  const { rooms, problems } = await findRooms({ home, config: optionIn('--config', args) })
  for (const { file, line, message } of problems)
    await io.diagnostics.write(`drawbridge: ${file}:${line}: ${message}\n`)
  return commandsOf(rooms)
}

function isVersion(word: string): boolean {
  return word === '--version' || word === '-V'
}

function commandsOf(rooms: readonly Room[]): RoomCommands {
  return {
    entries: rooms.flatMap((room) =>
      (room.commands ?? []).map((row) => ({
        path: row.path,
        summary: row.summary,
        ...(row.isDefault === undefined ? {} : { isDefault: row.isDefault }),
        load: async () => {
          const { configureRoomCommand } = await import('./configure-room-command.ts')
          return configureRoomCommand(await row.load(), { room, rooms })
        },
      })),
    ),
    summaries: Object.fromEntries(rooms.map(({ name, summary = '' }) => [name, summary])),
  }
}

/** The value of an option, before anything is known of the command. */
function optionIn(option: string, args: readonly string[]): string | undefined {
  const index = args.indexOf(option)
  const joined = args.find((word) => word.startsWith(`${option}=`))
  return index === -1 ? joined?.slice(option.length + 1) : args[index + 1]
}
