import { didYouMean } from '@drawbridge/core/base'
import type { CommandName } from './action.ts'

/** A line that begins with a slash. */
export type SlashCommand =
  | { readonly kind: 'help' | 'quit' | 'cost' | 'clear' }
  | { readonly kind: 'queue'; readonly text: string }
  | { readonly kind: 'outside'; readonly name: CommandName; readonly argument: string }
  | { readonly kind: 'refused'; readonly why: string }

interface SlashHelp {
  readonly name: CommandName | 'help' | 'quit' | 'cost' | 'clear' | 'queue'
  readonly argument?: string
  readonly summary: string
}

/** All commands, in the order of the help. */
export const slashCommands: readonly SlashHelp[] = [
  { name: 'help', summary: 'show the commands and keys' },
  { name: 'mode', argument: '[MODE]', summary: 'show or change how strictly calls are judged' },
  { name: 'model', argument: '[ID]', summary: 'show or change the model' },
  { name: 'tools', summary: 'list the tools of this conversation' },
  { name: 'permissions', summary: 'show what is allowed, asked about and denied' },
  { name: 'explain', summary: 'explain the last decision about a call' },
  { name: 'undo', summary: 'take back the last change of a file' },
  { name: 'children', argument: '[ID]', summary: 'list the children, or show one; ID cancel: end it' },
  { name: 'queue', argument: 'TEXT', summary: 'send a message when the model has finished' },
  { name: 'compact', summary: 'replace earlier messages by a summary' },
  { name: 'cost', summary: 'show tokens and cost' },
  { name: 'sessions', summary: 'list earlier conversations' },
  { name: 'resume', argument: 'ID', summary: 'go on with an earlier conversation' },
  { name: 'fork', argument: '[NODE]', summary: 'go on in a new conversation that begins with this one' },
  {
    name: 'rewind',
    argument: '[N] [files]',
    summary: 'go back to before your last message, or the N last ones; files: restore them too',
  },
  { name: 'clear', summary: 'clear the screen' },
  { name: 'quit', summary: 'leave; the conversation can be resumed' },
]

/** Reads a line as a command. Returns undefined for a line that is a message. Pure. */
export function readSlashCommand(line: string): SlashCommand | undefined {
  const match = /^\/([a-z]+)(?:\s+([\s\S]*))?$/.exec(line.trimEnd())
  if (match === null) return undefined
  const [, name = '', argument = ''] = match
  switch (name) {
    case 'help':
    case 'quit':
    case 'cost':
    case 'clear':
      return { kind: name }
    case 'exit':
      return { kind: 'quit' }
    case 'queue':
      if (argument.trim() === '') return { kind: 'refused', why: 'Write what to send after /queue.' }
      return { kind: 'queue', text: argument.trim() }
    default: {
      const known = slashCommands.find((command) => command.name === name)
      if (known !== undefined) return { kind: 'outside', name: name as CommandName, argument: argument.trim() }
      const suggestion = didYouMean(
        name,
        slashCommands.map((command) => command.name),
      )
      return {
        kind: 'refused',
        why: `There is no command "/${name}".${suggestion} /help lists the commands; put a blank before the slash to send the line as a message.`,
      }
    }
  }
}

/** The text of `/help`. */
export function helpText(): string {
  const words = slashCommands.map(({ name, argument = '' }) => `/${name} ${argument}`.trim())
  const width = Math.max(...words.map(({ length }) => length)) + 2
  return [
    ...slashCommands.map(({ summary }, index) => `${(words[index] ?? '').padEnd(width)}${summary}`),
    '',
    'Enter sends; Alt-Enter or Ctrl-J begins a new line. While the model works, Enter says it in between.',
    'Up and Down go through what you sent. Tab completes commands and paths. Ctrl-L draws the screen again.',
    'Ctrl-C stops the model; pressed twice, it leaves.',
  ].join('\n')
}
