import { type Denial, findDenials } from '../deny/find-denials.ts'
import type { World } from '../effect/world.ts'
import { parseScript } from '../parse/parse-script.ts'
import { maximumTextLength, textHazard } from '../parse/text-hazard.ts'
import { type Unapproved, unapprovedLine } from '../readonly/readonly-objection.ts'
import type { Effect, ShellCommand } from '../shell-command.ts'
import { assignedNames } from '../walk/assigned-names.ts'
import { createWalker } from '../walk/create-walker.ts'
import { emitCommand } from '../walk/walk-command.ts'
import { walkNodes } from '../walk/walk-node.ts'
import type { NodePosition, Shell, Walk } from '../walk/walker.ts'
import { staticWord } from '../word/word.ts'
import { endlessRead } from './endless-read.ts'

/** The place where a command would run. All paths absolute; the disk is not read. */
export interface AnalyseOptions {
  readonly workspace: string
  /** Default: the workspace. */
  readonly cwd?: string
  readonly home: string
  /** Writable folders besides the workspace. */
  readonly writeRoots?: readonly string[]
}

/** The effects of a line, as far as they can be known without running it. */
export interface ShellAnalysis {
  readonly commands: readonly ShellCommand[]
  /** The reasons that the line cannot be analysed completely; empty if it can. */
  readonly hazards: readonly string[]
  readonly denials: readonly Denial[]
  readonly effects: ReadonlySet<Effect>
  /** The line could be analysed, and it may run unapproved: every command is known to only read. */
  readonly readonly: boolean
  /** The way that the unapproved line runs by default: that of its strictest command. `null`: it asks. */
  readonly unapproved: Unapproved
  /** Some command of it would run contained. */
  readonly contains: boolean
  /** Some part is known only when it runs. */
  readonly dynamic: boolean
}

/** Analyses one shell text. Never throws, whatever the text. */
export function analyseCommand(text: string, options: AnalyseOptions): ShellAnalysis {
  const hazard = textHazard(text)
  if (text.length > maximumTextLength) return finish([], new Set([hazard ?? 'too long']))
  const { walk, shell, place } = start(options)
  if (hazard !== undefined) walk.hazards.add(hazard)
  const script = parseScript(text)
  for (const error of script.errors) walk.hazards.add(error)
  shell.scope = { ...shell.scope, certainty: assignedNames(script) }
  guarded(walk, () => walkNodes(script.items, createWalker(walk, shell, place)))
  return finish(walk.commands, walk.hazards, walk.tests)
}

/** Analyses a program call that no shell reads: the same profiles, without any expansion. */
export function analyseArgv(argv: readonly string[], options: AnalyseOptions): ShellAnalysis {
  const { walk, shell, place } = start(options)
  const words = argv.map(staticWord)
  guarded(walk, () => emitCommand(words, { walker: createWalker(walk, shell, place), assignments: [], redirects: [] }))
  return finish(walk.commands, walk.hazards)
}

function start(options: AnalyseOptions): { readonly walk: Walk; readonly shell: Shell; readonly place: NodePosition } {
  const { workspace, cwd = workspace, home, writeRoots = [] } = options
  const world: World = { workspace, home, writeRoots }
  const scope = { variables: new Map(), positional: [], certainty: new Map(), home, cwd }
  return {
    walk: {
      visit: { nodes: walkNodes, command: emitCommand },
      world,
      commands: [],
      hazards: new Set(),
      tests: false,
      budget: 20_000,
    },
    shell: { scope, location: { path: cwd, known: true, left: false }, functions: new Set() },
    place: {
      upstream: [],
      piped: false,
      background: false,
      insideFunctions: [],
      via: [],
      depth: 0,
      speculative: false,
      outermost: true,
    },
  }
}

/** The deepest nestings exhaust the stack; they end in "cannot analyse", with whatever was found before. */
function guarded(walk: Walk, action: () => void): void {
  try {
    action()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    walk.hazards.add('the line is nested too deeply')
  }
}

function finish(found: readonly ShellCommand[], hazards: Set<string>, tests = false): ShellAnalysis {
  const commands = found.map((command) => byCondition(command, found))
  if (commands.length === 0 && !tests) hazards.add('no command was found')
  const denials = commands.flatMap(findDenials)
  const line = unapprovedLine(commands)
  const unapproved = hazards.size === 0 && denials.length === 0 ? line.unapproved : null
  return {
    commands,
    hazards: [...hazards],
    denials,
    effects: new Set(commands.flatMap((command) => [...command.call.effects])),
    readonly: unapproved !== null,
    unapproved,
    contains: line.contains,
    dynamic: hazards.size > 0 || commands.some((command) => command.argv.some((word) => !word.static)),
  }
}

/** Applies conditions under which a command only reads, if the line does not meet them. */
function byCondition(command: ShellCommand, line: readonly ShellCommand[]): ShellCommand {
  const { call } = command
  const endless = endlessRead(command, line)
  if (endless !== undefined) return changing(command, `reads ${endless}, which has no end`)
  switch (call.condition) {
    case undefined:
      return command
    case 'only':
      return line.length === 1 ? command : changing(command, `${call.name} is not the only command`)
    case 'head':
      return line.some((other) => other.call.name === 'head' && other.upstream.at(-1) === command)
        ? command
        : changing(command, `${call.name} never ends`)
    default:
      return call.condition satisfies never
  }
}

const changing = (command: ShellCommand, change: string): ShellCommand => ({
  ...command,
  call: { ...command.call, readonly: false, change },
})
