import { failure } from '../outcome/failure.ts'
import type { Decision } from '../policy/decision.ts'
import type { AuthorizedCall, ScreenedCall } from './call.ts'
import { decide } from './decide.ts'
import { obtainApproval } from './obtain-approval.ts'
import { redeemApproval } from './redeem-approval.ts'
import type { RunContext } from './run-context.ts'
import { type Stop, stop } from './stage.ts'

/** Lets the policy decide, and a person where the policy says so. */
export function authorize(
  call: ScreenedCall,
  context: RunContext,
): AuthorizedCall | Stop | Promise<AuthorizedCall | Stop> {
  const decision = decide(call, context)
  return decision instanceof Promise
    ? decision.then((settled) => actOnAnswered(call, settled, context))
    : act(call, decision, context)
}

/** Where the policy asked and the verdict is yes, it was a grant that said so. */
function actOnAnswered(
  call: ScreenedCall,
  decision: Decision,
  context: RunContext,
): AuthorizedCall | Stop | Promise<AuthorizedCall | Stop> {
  if (decision.verdict === 'allow') void context.grants.noteUse(decision.rule)
  return act(call, decision, context)
}

function act(
  call: ScreenedCall,
  decision: Decision,
  context: RunContext,
): AuthorizedCall | Stop | Promise<AuthorizedCall | Stop> {
  if (context.approval.mode === 'resumed') return redeemApproval({ ...call, decision }, context.approval, context)
  switch (decision.verdict) {
    case 'allow':
      return { ...call, decision }
    case 'deny':
      return stop(
        'denied',
        failure(
          decision.denialCode ?? 'denied_by_policy',
          `${decision.reason} Rule: ${decision.rule} (${decision.source}).`,
        ),
        decision,
      )
    case 'ask':
      return obtainApproval({ ...call, decision }, context)
  }
}
