import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Returns the reason that the command line refuses some words; undefined if it accepts them. Runs nothing. */
export type CommandLineJudge = (words: string, options: { readonly isPartial: boolean }) => Promise<string | undefined>

/** The part of commander's command that is used here. */
interface Command {
  readonly commands: readonly Command[]
  /** Set by `action`. Groups of commands have none. */
  readonly _actionHandler?: unknown
  name(): string
  action(run: () => void): Command
  parseAsync(words: readonly string[], options: { readonly from: 'user' }): Promise<unknown>
}

type CreateProgram = (words: readonly string[], context: object) => Promise<Command>

/** Arguments and options that advice may leave out. */
const omissions = new Set([
  'commander.missingArgument',
  'commander.missingMandatoryOptionValue',
  'commander.optionMissingArgument',
  'commander.help',
  'commander.helpDisplayed',
  'commander.version',
])

/** Opens the command line of the repository below `root`; without one, every command line is accepted. */
export async function openCommandLine(root: string): Promise<CommandLineJudge> {
  const file = join(root, 'packages/cli/src/command-line/create-program.ts')
  if (!existsSync(file)) return async () => undefined
  const { createProgram } = (await import(pathToFileURL(file).href)) as { readonly createProgram: CreateProgram }
  return async (text, { isPartial }) => {
    const words = splitWords(isPartial ? text.replaceAll(/[[\]]/g, '') : text)
    if (words[0] === 'help') return undefined
    try {
      const program = await createProgram(words, { io: silentIo, finish: () => undefined })
      for (const command of actingCommands(program)) command.action(() => undefined)
      await program.parseAsync(words, { from: 'user' })
      return undefined
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      const code = String(error.code)
      if (code.startsWith('commander.help') || (isPartial && omissions.has(code))) return undefined
      if (isPartial && code === 'commander.invalidArgument' && words.some((word) => isPlaceholder(word)))
        return undefined
      return error.message.replace(/^error: /, '').trim()
    }
  }
}

/** Returns the commands that do something, at every depth: none of them may run. */
function actingCommands(command: Command): readonly Command[] {
  const own = typeof command._actionHandler === 'function' ? [command] : []
  return [...own, ...command.commands.flatMap(actingCommands)]
}

/** `ID`, `open|predefined` or `…`. */
function isPlaceholder(word: string): boolean {
  return /^[A-Z_]+$|[|…]/.test(word)
}

/** Splits at blanks outside of quotes. */
function splitWords(text: string): readonly string[] {
  return [...text.matchAll(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|[^\s'"])+/g)].map(([word]) => word.replaceAll(/['"]/g, ''))
}

const silent = { write: async () => undefined, columns: 80, colour: false, isTerminal: false, closed: false }

const silentIo = { output: silent, diagnostics: silent, environment: { DRAWBRIDGE_HOME: '/nonexistent' } }
