import { failure } from '../outcome/failure.ts'
import type { OutcomeCode } from '../outcome/outcome-code.ts'
import type { Decision } from '../policy/decision.ts'
import type { AuthorizedCall, ScreenedCall, TargetedCall } from './call.ts'
import { callFacts } from './call-facts.ts'
import { obtainApproval } from './obtain-approval.ts'
import type { RunContext } from './run-context.ts'
import { type Stop, stop } from './stage.ts'

/** Lets the policy decide, and a person where the policy says so. */
export function authorize(
  call: ScreenedCall,
  context: RunContext,
): AuthorizedCall | Stop | Promise<AuthorizedCall | Stop> {
  const decision = decide(call, context)
  switch (decision.verdict) {
    case 'allow':
      return { ...call, decision }
    case 'deny':
      return stop(
        'denied',
        failure(denialCode(decision), `${decision.reason} Rule: ${decision.rule} (${decision.source}).`),
        decision,
      )
    case 'ask':
      return obtainApproval({ ...call, decision }, context)
  }
}

/** The verdict on a call, before anybody is asked: what `explain` shows is what `authorize` acts on. */
export function decide(
  call: TargetedCall & Partial<ScreenedCall>,
  context: Pick<RunContext, 'authority' | 'principal'>,
): Decision {
  const decision = context.authority.decide(callFacts(call, context.principal))
  if (call.hookAsks === undefined || decision.verdict !== 'allow') return decision
  return { ...decision, verdict: 'ask', rule: 'hook', source: 'hook', reason: call.hookAsks }
}

function denialCode(decision: Decision): OutcomeCode {
  return decision.denialCode ?? 'denied_by_policy'
}
