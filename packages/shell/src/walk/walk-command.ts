import type { CommandNode } from '../parse/tree.ts'
import type { CallContext } from '../profile/call-builder.ts'
import { readCall } from '../profile/read-call.ts'
import type { ShellCommand } from '../shell-command.ts'
import { expandWord } from '../word/expand-word.ts'
import { unknownWord, type Word } from '../word/word.ts'
import { assignVariables, declaredAssignments, prefixAssignments } from './assign-variables.ts'
import { changeFolder } from './change-folder.ts'
import { listsWorkspacePaths } from './lists-workspace-paths.ts'
import { addUpstream } from './upstream.ts'
import { walkInner } from './walk-inner.ts'
import { walkRedirects } from './walk-redirects.ts'
import { type Emission, maximumElements, maximumWords, overBudget, spanAt, type Walker } from './walker.ts'

/** A simple command as written: expands it, takes launchers apart and applies what it does to the shell itself. */
export function walkCommand(node: CommandNode, walker: Walker): void {
  const argv: Word[] = []
  for (const word of node.words) {
    if (argv.length > maximumWords) break
    argv.push(...expandWord(word, walker.expansion))
  }
  if (Math.max(node.words.length, argv.length, node.assignments.length) > maximumWords) {
    walker.walk.hazards.add(`a command has more than ${maximumWords} words`)
  }
  const assignments = prefixAssignments(node.assignments.slice(0, maximumWords), argv.length > 0, walker)
  const redirects = walkRedirects(node.redirects, walker)
  if (argv.length === 0) assignVariables(assignments, walker)
  const { place } = walker
  const stdin = redirects.stdin ?? place.stdin
  emitCommand(argv.slice(0, maximumWords), {
    walker: {
      ...walker,
      place: { ...place, upstream: [...place.upstream, ...redirects.from], ...(stdin === undefined ? {} : { stdin }) },
    },
    assignments: [...assignments, ...redirects.assigned],
    redirects: redirects.uses,
    ...spanAt(place, node.span),
  })
}

/** Records one command and then every command that it starts. */
export function emitCommand(argv: readonly Word[], { walker, assignments, redirects, span }: Emission): void {
  const { walk, shell, place } = walker
  if (overBudget(walk, 1 + (argv.length >> 3))) return
  const context: CallContext = {
    world: walk.world,
    cwd: shell.location.path,
    cwdKnown: shell.location.known,
    globs: assignments.flatMap(({ globs = [] }) => globs),
    listed: listsWorkspacePaths(place.upstream, walk.world.workspace),
    hasInput:
      place.upstream.length > 0 ||
      place.stdin !== undefined ||
      redirects.some(({ operator }) => operator.startsWith('<')),
    ...(place.stdin === undefined ? {} : { stdin: place.stdin.text }),
  }
  const call = readCall(argv, context)
  const name = argv[0]
  const guesses: ShellCommand[] = []
  const command: ShellCommand = {
    argv,
    assignments: [...assignments, ...declaredAssignments(argv, call.name, place.stdin)],
    redirects,
    location: shell.location,
    call,
    upstream: place.upstream,
    ...(place.stdin === undefined ? {} : { stdin: place.stdin }),
    piped: place.piped,
    background: place.background,
    insideFunctions: place.insideFunctions,
    isFunction: name?.static === true && shell.functions.has(name.text),
    via: place.via,
    speculative: place.speculative,
    guesses,
    ...(span === undefined ? {} : { span }),
  }
  walk.commands.push(command)
  for (const word of [...argv, ...redirects.map((redirect) => redirect.target)]) {
    if (word.pipe === 'output') feedOutput(word, command)
  }
  if (!place.speculative) {
    assignVariables(
      command.assignments.filter((assignment) => !assignments.includes(assignment)),
      walker,
    )
    changeFolder(command, walker)
    setPositional(command, walker)
  }
  const started = walk.commands.length
  walkInner(command, walker)
  guesses.push(...walk.commands.slice(started).filter((inner) => inner.speculative))
}

/** The commands inside `>(…)` read what this command writes. */
function feedOutput(word: Word, command: ShellCommand): void {
  for (const inner of word.from) addUpstream(inner, [...command.upstream, command])
}

/** `set -- a b`: the words are `$1` and `$2` from here on, as a guess. */
function setPositional({ call, argv }: ShellCommand, { shell }: Walker): void {
  const dashes = argv.findIndex((word) => word.text === '--')
  if (call.name !== 'set' || dashes < 0) return
  const words = argv
    .slice(dashes + 1, dashes + 1 + maximumElements)
    .map((word) => ({ ...word, static: false, prefix: '' }))
  shell.scope = { ...shell.scope, positional: [unknownWord('$0', { secret: false }), ...words] }
}
