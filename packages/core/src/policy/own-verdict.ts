import { isGrantDecision } from '../grant/grant-decision.ts'
import type { Decision, Verdict } from './decision.ts'

/** The verdict of the policy itself, before a grant or a hook changed it. */
export function ownVerdict(decision: Decision): Verdict {
  if (isGrantDecision(decision)) return 'ask'
  return decision.source === 'hook' ? 'allow' : decision.verdict
}
