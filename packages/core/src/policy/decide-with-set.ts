import type { Authority, CallFacts } from './authority.ts'
import type { Decision } from './decision.ts'

/** Decides on a call as a policy would that is not in force: a tool that it keeps from the run is a denial. */
export function decideWithSet({ removal, decide }: Pick<Authority, 'removal' | 'decide'>, facts: CallFacts): Decision {
  const removed = removal?.(facts.tool)
  if (removed === undefined) return decide(facts)
  const { reason, source } = removed
  return {
    verdict: 'deny',
    rule: 'tools',
    source,
    reason,
    steps: [{ step: 'tools', verdict: 'deny', because: reason, source }],
  }
}
