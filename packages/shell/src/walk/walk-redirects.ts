import { resolvePath } from '../effect/resolve-path.ts'
import { usePath } from '../effect/use-path.ts'
import type { RawRedirect } from '../parse/tree.ts'
import { readCall } from '../profile/read-call.ts'
import type { AssignmentUse, RedirectUse, ShellCommand } from '../shell-command.ts'
import { expandValue, expandWord } from '../word/expand-word.ts'
import { unknownWord, type Word } from '../word/word.ts'
import { assignVariables } from './assign-variables.ts'
import type { Walker } from './walker.ts'

export interface Redirects {
  readonly uses: readonly RedirectUse[]
  /** The variables that the shell sets to the descriptors that it chooses. */
  readonly assigned: readonly AssignmentUse[]
  /** Text on standard input. */
  readonly stdin?: Word
  /** Commands whose output comes in, by `< <(…)` or inside a here-document. */
  readonly from: readonly ShellCommand[]
}

const maximumRedirects = 200

export function walkRedirects(redirects: readonly RawRedirect[], walker: Walker): Redirects {
  const uses: RedirectUse[] = []
  const from: ShellCommand[] = []
  const assigned: AssignmentUse[] = []
  let stdin: Word | undefined
  if (redirects.length > maximumRedirects)
    walker.walk.hazards.add(`a command has more than ${maximumRedirects} redirections`)
  for (const redirect of redirects.slice(0, maximumRedirects)) {
    if (redirect.variable !== undefined)
      assigned.push({ name: redirect.variable, value: unknownWord(`$${redirect.variable}`), exported: false })
    if (redirect.kind === 'text') {
      if (!redirect.closed) walker.walk.hazards.add('a here-document is not closed')
      stdin = expandValue(redirect.body, walker.expansion)
      from.push(...stdin.from)
      continue
    }
    const words = expandWord(redirect.target, walker.expansion)
    const target = words.length === 1 && words[0] !== undefined ? words[0] : unknownWord(redirect.target.text)
    if (target.pipe === 'input') from.push(...target.from)
    uses.push({ operator: redirect.operator, target, ...pathOf(redirect.operator, target, walker) })
  }
  assignVariables(assigned, walker)
  return { uses, from, assigned, ...(stdin === undefined ? {} : { stdin }) }
}

function pathOf(operator: string, target: Word, walker: Walker): Pick<RedirectUse, 'path'> {
  if (target.pipe !== undefined) return {}
  if (/^[<>]&$/.test(operator) && /^(?:\d+-?|-)$/.test(target.text) && target.static) return {}
  const { location } = walker.shell
  const from = { world: walker.walk.world, cwd: location.path, known: location.known }
  return { path: usePath(target, operator === '<' || operator === '<&' ? 'read' : 'write', from) }
}

/** Redirections of a compound command are judged like those of a command without words. */
export function emitRedirects(redirects: Redirects, walker: Walker): void {
  if (redirects.uses.length === 0 && redirects.assigned.length === 0) return
  const { walk, shell, place } = walker
  const context = { world: walk.world, cwd: resolvePath('/', shell.location.path), cwdKnown: shell.location.known }
  walk.commands.push({
    argv: [],
    assignments: redirects.assigned,
    redirects: redirects.uses,
    location: shell.location,
    call: readCall([], context),
    upstream: place.upstream,
    piped: place.piped,
    background: place.background,
    insideFunctions: place.insideFunctions,
    isFunction: false,
    via: place.via,
    speculative: place.speculative,
    guesses: [],
  })
}
