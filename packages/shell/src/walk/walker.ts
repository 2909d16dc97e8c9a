import type { World } from '../effect/world.ts'
import type { Node, Span } from '../parse/tree.ts'
import type { AssignmentUse, Location, RedirectUse, ShellCommand, Word } from '../shell-command.ts'
import type { ExpandContext } from '../word/expand-word.ts'
import type { Scope } from '../word/scope.ts'

/** The largest number of simple commands of one line that are analysed; a longer line asks. */
const maximumCommands = 1_000
/** Most words of one simple command, and most assignments before it. */
export const maximumWords = 2_000
/** Most values of an array, and most positional parameters set by `set --`, that are remembered. */
export const maximumElements = 12
/** The deepest nesting of launchers in launchers; a substitution counts as two, because each is parsed again. */
export const maximumDepth = 24

/** The two entrances of the walk, by which the files that call each other in a circle find each other. */
export interface Visitors {
  readonly nodes: (nodes: readonly Node[], walker: Walker) => void
  readonly command: (argv: readonly Word[], emission: Emission) => void
}

/** A command to be recorded. */
export interface Emission {
  readonly walker: Walker
  readonly assignments: readonly AssignmentUse[]
  readonly redirects: readonly RedirectUse[]
  readonly span?: Span
}

/** Everything that one analysis collects. */
export interface Walk {
  readonly visit: Visitors
  readonly world: World
  readonly commands: ShellCommand[]
  /** The reasons that the line cannot be analysed completely. */
  readonly hazards: Set<string>
  /** A `[[ … ]]` was found: a line of nothing else is a command too. */
  tests: boolean
  /** Nodes that may still be visited; loops over long lists use it up. */
  budget: number
}

/** One running shell: a subshell gets a copy. */
export interface Shell {
  scope: Scope
  location: Location
  readonly functions: Set<string>
}

/** The place of a node in the structure of the line. */
export interface NodePosition {
  readonly upstream: readonly ShellCommand[]
  readonly stdin?: Word
  readonly piped: boolean
  readonly background: boolean
  readonly insideFunctions: readonly string[]
  readonly via: readonly string[]
  readonly depth: number
  readonly speculative: boolean
  /** Offsets are those of the analysed text. */
  readonly outermost: boolean
}

export interface Walker {
  readonly walk: Walk
  readonly shell: Shell
  readonly place: NodePosition
  readonly expansion: ExpandContext
}

/** Notes that the line is too large once; the commands found so far still count. */
export function overBudget(walk: Walk, cost = 1): boolean {
  walk.budget -= cost
  if (walk.budget >= 0 && walk.commands.length < maximumCommands) return false
  walk.hazards.add(`the line has more than ${maximumCommands} commands`)
  return true
}

export const spanAt = (place: NodePosition, span: Span): { readonly span?: Span } => (place.outermost ? { span } : {})
