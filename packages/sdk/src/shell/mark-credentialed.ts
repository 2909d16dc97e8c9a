import { posix } from 'node:path'
import type { DenyGroupHit } from '@drawbridge/core/target'
import type { AnalysedCommand } from '@drawbridge/sandbox'
import type { ShellAnalysis, ShellCommand } from '@drawbridge/shell'
import type { CredentialedPrograms } from '@drawbridge/tools'

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
export function markCredentialed(command: ShellCommand, surroundings: CommandSurroundings): Mark {
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
