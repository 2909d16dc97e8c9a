import type { Target } from '../../target/target.ts'
import { isRiskier } from '../../tool/permission.ts'
import type { CallFacts } from '../authority.ts'

/** A part that is judged on its own: each target, and the call itself if no target accounts for what it does. */
export type CallPart = Target | { readonly kind: 'call' }

const theCall: CallPart = { kind: 'call' }

/** The parts of a call. All of them must be allowed; the strictest decides. */
export function partsOf(facts: CallFacts): readonly CallPart[] {
  const { targets } = facts
  if (targets.length === 0) return [theCall]
  const isCarried = targets.some(isDescribed(facts) ? (target) => carriesEffect(target, facts) : isCarrier)
  return hasEffect(facts) && !isCarried ? [...targets, theCall] : targets
}

/**
 * Returns true if a person wrote the command of the tool: what the tool does is then what its description says. A command that a
 * model wrote is judged by what it is.
 */
function isDescribed({ tags }: CallFacts): boolean {
  return tags.has('custom') || tags.has('declarative')
}

/** Returns true if the call may do more than read. */
export function hasEffect(facts: CallFacts): boolean {
  return facts.permission === 'write' || isRiskier(facts.risk, 'medium') || facts.tags.has('network')
}

/**
 * Returns true if approving the part means approving the call's effect. If a call has commands, only those carry it: they are what
 * runs. The call itself is a part only if nothing else carries it.
 */
export function carriesEffect(part: CallPart, { targets }: CallFacts): boolean {
  if (part.kind === 'command') return !part.readonly
  return part.kind === 'call' || (isCarrier(part) && !targets.some(({ kind }) => kind === 'command'))
}

/**
 * Returns true if the call is known to change nothing: it is readonly by its tool's declaration, or runs only read-only
 * commands.
 */
export function changesNothing({ permission, targets }: CallFacts): boolean {
  const commands = targets.filter((target) => target.kind === 'command')
  if (commands.some((command) => !command.readonly)) return false
  if (targets.some((target) => target.kind === 'path' && (target.access === 'write' || target.access === 'delete')))
    return false
  return (
    permission === 'readonly' ||
    (commands.length > 0 && targets.every(({ kind }) => kind === 'command' || kind === 'path'))
  )
}

function isCarrier(target: Target): boolean {
  return target.kind !== 'path' || target.access === 'write' || target.access === 'delete'
}
