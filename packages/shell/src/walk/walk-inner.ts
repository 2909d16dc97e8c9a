import { parseScript } from '../parse/parse-script.ts'
import type { AssignmentUse, Inner, ShellCommand } from '../shell-command.ts'
import { unknownWord, type Word } from '../word/word.ts'
import { assignedNames } from './assigned-names.ts'
import { moveTo } from './change-folder.ts'
import { copyShell, createWalker } from './create-walker.ts'
import { maximumDepth, type NodePosition, overBudget, type Walker } from './walker.ts'

/** Walks what a command starts: another command, a command line, or a script on its standard input. */
export function walkInner(command: ShellCommand, walker: Walker): void {
  const { call } = command
  const { walk, place } = walker
  if (call.inner.length === 0 && !call.readsScript) return
  if (place.depth >= maximumDepth) {
    walk.hazards.add('launchers are nested too deeply')
    return
  }
  const inside: NodePosition = {
    ...place,
    via: [...place.via, call.name],
    depth: place.depth + 1,
    outermost: false,
  }
  for (const inner of call.inner) {
    const speculative = place.speculative || inner.denyOnly === true
    runInner(inner, command, { ...walker, place: { ...inside, speculative } })
  }
  if (!call.readsScript || place.speculative) return
  const { stdin } = command
  if (stdin === undefined) {
    walk.hazards.add(`${call.name} reads its commands from standard input`)
    return
  }
  const { stdin: _, ...rest } = inside
  runScript(stdin, [], false, { ...walker, place: { ...rest, upstream: [] } })
}

/** Builtins that run another builtin in this shell: `command cd x` goes to x. */
const runsBuiltins = new Set(['command', 'builtin'])

function runInner(inner: Inner, command: ShellCommand, outer: Walker): void {
  const walker = inner.folder === undefined ? outer : inFolder(inner.folder, outer)
  switch (inner.kind) {
    case 'argv': {
      const assignments: AssignmentUse[] = (inner.assignments ?? []).map((item) => ({ ...item, exported: true }))
      const shell = runsBuiltins.has(command.call.name) ? walker.shell : copyShell(walker.shell)
      walker.walk.visit.command(inner.argv, {
        walker: createWalker(walker.walk, shell, walker.place),
        assignments: [...command.assignments.filter((item) => item.exported), ...assignments],
        redirects: [],
      })
      return
    }
    case 'script':
      runScript(inner.text, inner.positional, inner.sameShell === true, walker)
      return
    default:
      inner satisfies never
  }
}

/** The same place in a shell that works in another folder. */
function inFolder(folder: Word, { walk, shell, place }: Walker): Walker {
  const moved = copyShell(shell)
  moveTo(folder, moved, walk.world)
  return createWalker(walk, moved, place)
}

function runScript(text: Word, positional: readonly Word[], sameShell: boolean, walker: Walker): void {
  const { walk, shell, place } = walker
  if (!text.static && !place.speculative)
    walk.hazards.add(`the command line ${abbreviate(text.text)} is not known beforehand`)
  if (overBudget(walk, 1 + (text.text.length >> 4))) return
  const script = parseScript(text.text)
  if (!place.speculative) for (const error of script.errors) walk.hazards.add(error)
  const certainty = assignedNames(script)
  // The surrounding script was read without knowing of these assignments.
  if (sameShell && certainty.size > 0) walk.hazards.add('evaluated text assigns variables')
  const scope = sameShell
    ? { ...shell.scope, certainty: new Map([...shell.scope.certainty, ...certainty]) }
    : {
        ...shell.scope,
        variables: new Map(),
        positional: positional.length > 0 ? positional : [unknownWord('$0', { secret: false })],
        certainty,
      }
  const inner = sameShell ? shell : { scope, location: shell.location, functions: new Set<string>() }
  if (sameShell) shell.scope = scope
  walk.visit.nodes(script.items, createWalker(walk, inner, place))
}

const abbreviate = (text: string): string => (text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text)
