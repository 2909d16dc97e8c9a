import type { Decision } from '../policy/decision.ts'
import type { ApprovalRequest, AskingRule } from './approval-request.ts'

/** Returns all that ask about a call, the deciding one first, each once; none if the decision is not to ask. */
export function askingRules({ verdict, rule, source, reason, steps }: Decision): readonly AskingRule[] {
  if (verdict !== 'ask') return []
  const asking = new Map<string, AskingRule>()
  for (const { step, verdict: found, because, source: from } of steps) {
    if (found !== 'ask' || asking.has(step)) continue
    asking.set(step, { rule: step, ...(from === undefined ? {} : { source: from }), because })
  }
  const deciding = asking.get(rule) ?? { rule, source, because: reason }
  asking.delete(rule)
  return [deciding, ...asking.values()]
}

/**
 * Returns what asks now and was not part of the question that was answered; undefined if there is no such thing. A request of an earlier version
 * only knows the rule that decided, so only that one is compared.
 */
export function unansweredRule(now: Decision, { rule, asked }: ApprovalRequest): AskingRule | undefined {
  const asking = askingRules(now)
  if (asked === undefined) return asking[0]?.rule === rule ? undefined : asking[0]
  const answered = new Set(asked.map((each) => each.rule))
  return asking.find((each) => !answered.has(each.rule))
}
