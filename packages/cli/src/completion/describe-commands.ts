import { dialectNames } from '@drawbridge/core/dialect'
import { clientNames } from '@drawbridge/mcp'
import type { Command, Option } from 'commander'
import type { CommandHead, WholeGrammar } from '../command-line/configure-command.ts'
import type { CompletedCommand, CompletedGroup, CompletedOption, CompletedValue } from './completed-command.ts'

/** Words for values that the grammar leaves open, by option or name of the argument. */
type KnownWords = Readonly<Record<string, readonly string[]>>

/** Returns the grammar of the command line with everything that a shell can complete. */
export function describeCommands({ program, commands, tools }: WholeGrammar): readonly CompletedGroup[] {
  const known: KnownWords = { '--dialect': [...dialectNames, 'auto'], '--print-config': clientNames, tool: tools }
  return program.commands.map((command) => {
    const own = commands.filter(({ path }) => path[0] === command.name())
    const described = own.map((entry) => {
      const inner = entry.path.length === 1 ? command : command.commands.find((each) => each.name() === entry.path[1])
      return describeCommand(inner ?? command, entry, known)
    })
    return { name: command.name(), summary: command.summary() || command.description(), commands: described }
  })
}

function describeCommand(
  command: Command,
  { path, summary, isDefault = false }: CommandHead,
  known: KnownWords,
): CompletedCommand {
  return {
    path,
    summary,
    isDefault,
    options: [
      ...command.options.flatMap((option) => describeOption(option, known)),
      { flag: '--help', summary: 'show the options with examples', value: undefined },
    ],
    arguments: command.registeredArguments.map((argument) =>
      describeValue(argument.name(), argument.argChoices, known),
    ),
  }
}

function describeOption(
  { long, description, argChoices, flags }: Option,
  known: KnownWords,
): readonly CompletedOption[] {
  if (typeof long !== 'string') return []
  const name = /[<[]([^>\]]+)[>\]]/.exec(flags)?.[1]
  const value = name === undefined ? undefined : describeValue(name, argChoices ?? known[long], known)
  return [{ flag: long, summary: description, value }]
}

/** Shells expand the words of a completion, so that those of a room must not hold a command. */
const plainWord = /^[\w@%+=:,./-]+$/

/** Tells by its name what an argument or the value of an option is. */
function describeValue(name: string, choices: readonly string[] | undefined, known: KnownWords): CompletedValue {
  const words = choices ?? known[name]
  if (words !== undefined) return { kind: 'words', words: words.filter((word) => plainWord.test(word)) }
  if (name.startsWith('folder')) return { kind: 'folder' }
  return { kind: name.startsWith('file') ? 'file' : 'other' }
}
