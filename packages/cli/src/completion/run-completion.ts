import type { CommandContext } from '../command-line/configure-command.ts'
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
export async function runCompletion(shell: CompletedShell, { io, readGrammar }: CommandContext): Promise<void> {
  await io.output.write(renderers[shell](describeCommands(await readGrammar())))
}
