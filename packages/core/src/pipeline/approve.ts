import type { AuthorizedCall, DecidedCall } from './call.ts'
import { obtainApproval } from './obtain-approval.ts'
import { redeemApproval } from './redeem-approval.ts'
import type { RunContext } from './run-context.ts'
import { isStop, type Stop } from './stage.ts'

/** Lets a call pass on which the verdict is yes, and obtains a person's word on one that the policy asks about. */
export function approve(call: DecidedCall, context: RunContext): AuthorizedCall | Promise<AuthorizedCall | Stop> {
  if (context.approval.mode === 'resumed') return redeemApproval(call, context.approval, context).then(authorized)
  return call.decision.verdict === 'allow' ? pass(call) : obtainApproval(call, context).then(authorized)
}

function authorized(call: DecidedCall | Stop): AuthorizedCall | Stop {
  return isStop(call) ? call : pass(call)
}

function pass(call: DecidedCall): AuthorizedCall {
  return call as AuthorizedCall
}
