import type { PathUse } from '../effect/path-use.ts'
import type { Span } from '../parse/tree.ts'
import type { Call } from '../profile/call.ts'
import type { Word } from '../word/word.ts'

/** One assignment before a command, or standing alone. */
export interface AssignmentUse {
  readonly name: string
  readonly value: Word
  /** It reaches the environment of a program: it stands before a command, or is exported. */
  readonly exported: boolean
}

export interface RedirectUse {
  readonly operator: string
  readonly target: Word
  /** Absent for descriptors (`2>&1`) and process substitutions. */
  readonly path?: PathUse
}

/** Where a command runs, as far as `cd` before it tells. */
export interface Location {
  readonly path: string
  readonly known: boolean
  /** Some `cd` before it left the workspace, or may have. */
  readonly left: boolean
}

/** One simple command of a line, after expansion and unwrapping. */
export interface ShellCommand {
  /** Empty for assignments and redirections without a command. */
  readonly argv: readonly Word[]
  readonly assignments: readonly AssignmentUse[]
  readonly redirects: readonly RedirectUse[]
  readonly location: Location
  /** What the program's profile says of this call. */
  readonly call: Call
  /** Commands whose output this one reads, nearest last. */
  readonly upstream: readonly ShellCommand[]
  /** Text that the command reads, where it is known: here-documents, here-strings, `echo … |`. */
  readonly stdin?: Word
  readonly piped: boolean
  readonly background: boolean
  /** Functions whose body this command belongs to. */
  readonly insideFunctions: readonly string[]
  /** The name is a function that this script defines; its body is judged on its own. */
  readonly isFunction: boolean
  /** Programs that start this one: `['sudo', 'sh']`. */
  readonly via: readonly string[]
  /** A guess at what a launcher may start: its denials count, its permission does not. */
  readonly speculative: boolean
  /** Where it stands in the text; absent inside quoted scripts. */
  readonly span?: Span
}

const lateUpstream = new WeakMap<ShellCommand, readonly ShellCommand[]>()

/** Adds sources of a command that are known only after it: what writes into the `>(…)` that it stands in. */
export function addUpstream(command: ShellCommand, sources: readonly ShellCommand[]): void {
  lateUpstream.set(command, [...(lateUpstream.get(command) ?? []), ...sources])
}

/** Every command whose output this one may read. */
export function sourcesOf(command: ShellCommand): readonly ShellCommand[] {
  const late = lateUpstream.get(command)
  return late === undefined ? command.upstream : [...command.upstream, ...late]
}
