import { didYouMean } from '@drawbridge/core/base'
import { Command } from 'commander'
import { checksWith, findCapabilities } from '../room/capabilities-with.ts'
import type { Capability } from './capability.ts'
import type { CommandEntry } from './command-entry.ts'
import type { CommandContext, WholeGrammar } from './configure-command.ts'
import { readVersion } from './read-version.ts'

/**
 * The command line's grammar. Of the commands only the one that the arguments name is loaded; the others are there by name and
 * summary, for the help and for suggestions.
 */
export async function createProgram(
  args: readonly string[],
  given: Omit<CommandContext, 'checksWith' | 'readGrammar'>,
): Promise<Command> {
  const context: CommandContext = { ...given, checksWith, readGrammar: () => readGrammar(context) }
  const program = await createProgramOf(await findCapabilities(args, context.io), context, (entry) =>
    isMeant(entry, args),
  )
  refuseUnknown(program, args)
  return program
}

async function readGrammar(context: CommandContext): Promise<WholeGrammar> {
  const capabilities = await findCapabilities([], context.io)
  return {
    program: await createProgramOf(capabilities, context, () => true),
    commands: capabilities.flatMap(({ commands = [] }) => commands),
    tools: (await Promise.all(capabilities.map(({ loadToolNames }) => loadToolNames?.() ?? []))).flat(),
  }
}

/** Returns the grammar of these capabilities. The commands that `isLoaded` accepts have their arguments and options. */
async function createProgramOf(
  capabilities: readonly Capability[],
  context: CommandContext,
  isLoaded: (entry: CommandEntry) => boolean,
): Promise<Command> {
  const program = new Command('drawbridge')
    .description(
      "The tools system between an AI agent's loop and the world: every call checked, asked about, recorded.",
    )
    .version(readVersion())
    .helpCommand(false)
    // Options behind the name of a command, as in `mcp import --home`, belong to that one and not to `mcp`.
    .enablePositionalOptions()
    .configureHelp({ minWidthToWrap: 20 })
    .exitOverride()
    .showHelpAfterError('Add --help to the command to see what it accepts.')
    .configureOutput({
      writeOut: (text) => void context.io.output.write(text),
      writeErr: (text) => void context.io.diagnostics.write(text),
      outputError: (text, write) => write(withoutValues(text)),
      getOutHelpWidth: () => context.io.output.columns,
      getErrHelpWidth: () => context.io.diagnostics.columns,
      getOutHasColors: () => context.io.output.colour,
      getErrHasColors: () => context.io.diagnostics.colour,
    })
    .addHelpText('after', '\n`drawbridge COMMAND --help` shows the options of a command, with examples.')
  const groups = Object.assign({}, ...capabilities.map((capability) => capability.groups))
  for (const entry of capabilities.flatMap(({ commands = [] }) => commands)) {
    const command = placeCommand(program, entry, groups).summary(entry.summary).description(sentence(entry.summary))
    if (isLoaded(entry)) (await entry.load())(command, context)
  }
  return program
}

/** Returns true if the arguments name the command, or only its group, if it is the default of the group. */
function isMeant({ path, isDefault }: CommandEntry, args: readonly string[]): boolean {
  if (path.every((part, index) => args[index] === part)) return true
  const [group, name] = args
  return isDefault === true && group === path[0] && (name === undefined || name.startsWith('-'))
}

/**
 * Ends with a complaint about a group that has no such command, so that its default command does not complain about the word. The word
 * is not repeated: it may be a secret.
 */
function refuseUnknown(program: Command, [group, name]: readonly string[]): void {
  const found = program.commands.find((command) => command.name() === group)
  if (found === undefined || found.commands.length === 0 || found.registeredArguments.length > 0) return
  if (name === undefined || name.startsWith('-')) return
  const names = found.commands.map((command) => command.name())
  if (!names.includes(name))
    found.error(
      `error: There is no such command of "${group}".${didYouMean(name, names)} Commands: ${names.join(', ')}.`,
    )
}

function placeCommand(
  program: Command,
  { path: [first, second], isDefault = false }: CommandEntry,
  groups: Readonly<Record<string, string>>,
): Command {
  if (second === undefined) return program.command(first)
  const group =
    program.commands.find((command) => command.name() === first) ??
    program
      .command(first)
      .description(groups[first] ?? '')
      .helpCommand(false)
  return group.command(second, { isDefault })
}

function sentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`
}

/**
 * A complaint about a command line without the values in it that belong to no argument or option: one of them may be a secret that was
 * given as an argument by mistake, and messages end up in logs.
 */
function withoutValues(message: string): string {
  return message
    .replace(/^(error: too many arguments\b.*? but got \d+):.*$/s, '$1.\n')
    .replace(/^(error: unknown option '(?:--[^=']*(?==)|-[^-])).*$/s, "$1'\n")
}
