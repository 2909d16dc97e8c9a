import { posix } from 'node:path'
import { type CommandWord, type DenyGroupHit, shellCommand } from '@drawbridge/core/target'
import type { AnalysedCommand } from '@drawbridge/sandbox'
import {
  type Denial,
  defaultDenySettings,
  obeyedFiles,
  type ShellAnalysis,
  type ShellCommand,
  unapprovedOf,
  unnamedObjection,
  type Word,
} from '@drawbridge/shell'
import type { CredentialedPrograms } from '@drawbridge/tools'

/**
 * Describes a command as a target. Returns undefined for a guess at what a launcher starts, unless the guess matches a deny group;
 * nothing else of a guess counts.
 */
export function describeCommand(command: ShellCommand, surroundings: CommandSurroundings): AnalysedCommand | undefined {
  const { hits, ...mark } = markCredentialed(command, surroundings)
  const denials = surroundings.analysis.denials.filter((denial) => denial.command === command)
  const denyGroups = [...denials.flatMap(hitOf), ...hits]
  const { argv, call, location, span, speculative } = command
  if (speculative && denyGroups.length === 0) return undefined
  const code = speculative ? [] : obeyedFiles(command, surroundings.workspace)
  const unapproved = speculative ? 'core' : unapprovedOf(command, surroundings.analysis)
  const unnamed = unnamedObjection(command)
  const [first = { text: effectsAlone(command), static: true }, ...rest] = argv.map(plainWord)
  return {
    argv: [first, ...rest],
    dynamic: argv.some((word) => !word.static),
    readonly: unapproved !== null,
    unapproved,
    gadgets: call.gadgets.map(({ why }) => why),
    denyGroups,
    ...mark,
    ...(code.length === 0 ? {} : { code }),
    ...(unnamed === undefined ? {} : { unnamed }),
    ...(location.known ? { cwd: location.path } : {}),
    ...(span === undefined ? {} : { span }),
    [shellCommand]: command,
  }
}

function hitOf({ group, why }: Denial): readonly DenyGroupHit[] {
  const action = defaultDenySettings[group]
  return action === 'off' ? [] : [{ group, action, part: why }]
}

function plainWord({ text, static: isStatic }: Word): CommandWord {
  return { text, static: isStatic }
}

/** `> file` and `NAME=value` run no program and still do something. */
function effectsAlone({ assignments, redirects }: ShellCommand): string {
  const set = assignments.map(({ name, value }) => `${name}=${value.text}`)
  return [...set, ...redirects.map(({ operator, target }) => `${operator} ${target.text}`)].join(' ')
}

/** The context of a command, which decides if it may have its credentials. */
export interface CommandSurroundings {
  readonly programs: CredentialedPrograms
  readonly analysis: ShellAnalysis
  /** Absolute. */
  readonly workspace: string
  /** The shell's line; undefined if no shell reads the command. */
  readonly line?: string | undefined
}

type Mark = Pick<AnalysedCommand, 'credentialed'> & { readonly hits: readonly DenyGroupHit[] }

const unmarked: Mark = { hits: [] }

/**
 * Marks the programs of a command that have credentials. A program gets them if it is the whole command, by its bare name, with
 * words that are known. Anywhere else it is refused, and so are arguments that its operator denies. Pure.
 */
function markCredentialed(command: ShellCommand, surroundings: CommandSurroundings): Mark {
  const [first, ...rest] = command.argv
  if (first === undefined) return unmarked
  const name = posix.basename(first.text)
  const program = surroundings.programs.find(name)
  if (program === undefined) return unmarked
  if (first.text !== name || !isAlone(command, surroundings)) return { hits: [refusal(advice(name))] }
  const objection = program.objection(rest.map(({ text }) => text))
  return { credentialed: true, hits: objection === undefined ? [] : [refusal(objection)] }
}

function isAlone(command: ShellCommand, { analysis, line }: CommandSurroundings): boolean {
  if (command !== analysis.commands[0] || command.via.length > 0 || command.argv.some((word) => !word.static))
    return false
  if (line === undefined) return true
  const { assignments, redirects, piped, background, span } = command
  const isBare = assignments.length + redirects.length === 0 && !piped && !background && analysis.hazards.length === 0
  const isWhole = span !== undefined && line.slice(0, span.start).trim() === '' && line.slice(span.end).trim() === ''
  return isBare && isWhole && analysis.commands.every((other) => other === command || other.speculative)
}

function refusal(part: string): DenyGroupHit {
  return { group: 'credentials', action: 'deny', part }
}

function advice(name: string): string {
  return `"${name}" has credentials and only runs as a separate command, by that name, with plain words: no pipe, redirection, variable, wrapper or further command. Call runtime.credentialed_exec with {"binary": "${name}", "args": […]} and process its output afterwards`
}
