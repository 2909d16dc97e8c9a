import { commandTable } from '../command-line/command-table.ts'
import type { CommandContext } from '../command-line/configure-command.ts'
import { createProgramOf } from '../command-line/create-program.ts'
import { commandsOfRooms } from '../room/commands-of-rooms.ts'
import type { CompletedGroup } from './completed-command.ts'
import { describeCommands } from './describe-commands.ts'
import { renderBash } from './render-bash.ts'
import { renderFish } from './render-fish.ts'
import { renderZsh } from './render-zsh.ts'

/** The shells that can be helped, and their scripts. */
const renderers = { bash: renderBash, zsh: renderZsh, fish: renderFish } as const satisfies Readonly<
  Record<string, (groups: readonly CompletedGroup[]) => string>
>

export type CompletedShell = keyof typeof renderers

/** Writes the completion script of a shell, with the commands of all rooms that are installed. */
export async function runCompletion(shell: CompletedShell, context: CommandContext): Promise<void> {
  const added = await commandsOfRooms([], context.io)
  const program = await createProgramOf(added, context, () => true)
  const rows = await Promise.all(
    added.rooms.map(async (room) => [...(room.tools ?? []), ...((await room.loadTools?.(undefined)) ?? [])]),
  )
  const tools = rows.flat().map(({ name }) => name)
  const groups = describeCommands(program, [...commandTable, ...added.entries], tools)
  await context.io.output.write(renderers[shell](groups))
}
