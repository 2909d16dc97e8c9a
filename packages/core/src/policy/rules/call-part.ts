import type { Target } from '../../target/target.ts'
import { isRiskier } from '../../tool/permission.ts'
import type { CallFacts } from '../authority.ts'

/** What is judged on its own: each target, and the call itself where no target accounts for what it does. */
export type CallPart = Target | { readonly kind: 'call' }

const theCall: CallPart = { kind: 'call' }

/** The parts of a call. All of them must be allowed; the strictest decides. */
export function partsOf(facts: CallFacts): readonly CallPart[] {
  const { targets } = facts
  if (targets.length === 0) return [theCall]
  return hasEffect(facts) && !targets.some(isCarrier) ? [...targets, theCall] : targets
}

/** Whether the call may do more than read. */
export function hasEffect(facts: CallFacts): boolean {
  return facts.permission === 'write' || isRiskier(facts.risk, 'medium') || facts.tags.has('network')
}

/** Whether approving the part means approving what the call does. Beside commands nothing else does: they are what runs. */
export function carriesEffect(part: CallPart, { targets }: CallFacts): boolean {
  if (part.kind === 'command') return !part.readonly
  return (part.kind === 'call' || isCarrier(part)) && !targets.some(({ kind }) => kind === 'command')
}

/** Whether the call is known to change nothing: what only reads by its tool's word, or runs commands that only read. */
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
