import type { Room, RoomCommand } from '@drawbridge/room'
import type { Command } from 'commander'
import type { CommandContext, ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { ownCommandLine } from '../command-line/own-command-line.ts'
import { addStoreFlags, type SessionFlags } from '../session/session-flags.ts'

export interface RoomCommandPlace {
  readonly room: Room
  readonly rooms: readonly Room[]
}

/** Gives a command of a room its arguments, options and examples, as the room describes them. */
export function configureRoomCommand(described: RoomCommand, place: RoomCommandPlace): ConfigureCommand {
  return (command, context) => {
    addStoreFlags(command)
    for (const { name, summary, required = true, variadic = false } of described.arguments ?? []) {
      const word = variadic ? `${name}...` : name
      command.argument(required ? `<${word}>` : `[${word}]`, summary)
    }
    for (const { flags, summary, choices } of described.options ?? []) {
      const option = command.createOption(flags, summary)
      command.addOption(choices === undefined ? option : option.choices([...choices]))
    }
    if (described.examples !== undefined) command.addHelpText('after', examplesHelp(described.examples))
    command.action(() => carryOut(command, described, place, context))
  }
}

type Flags = Pick<SessionFlags, 'home' | 'config' | 'workspace'> &
  Readonly<Record<string, string | boolean | undefined>>

async function carryOut(
  command: Command,
  described: RoomCommand,
  { room, rooms }: RoomCommandPlace,
  { io, finish }: CommandContext,
): Promise<void> {
  const [{ resolveHome, resolveWorkspace }, { openRoomPlace }] = await Promise.all([
    import('@drawbridge/sdk/folders'),
    import('@drawbridge/sdk/rooms'),
  ])
  const options = command.opts<Flags>()
  const { environment } = io
  const workspace = resolveWorkspace(options.workspace)
  await using place = openRoomPlace({
    rooms,
    home: resolveHome({ flag: options.home, env: environment }),
    workspace,
    config: options.config,
    environment,
  })
  const code = await described.run({
    arguments: command.processedArgs.flat().filter((word) => word !== undefined),
    options,
    io,
    ground: place.ground,
    workspace,
    startLine: ownCommandLine(),
    section: await place.sectionOf(room),
    openHouse: place.openHouse,
  })
  if (code !== undefined) finish(code)
}
