import type { AuthorizedCall, DecidedCall } from '../call.ts'
import type { ApprovalPath, RunContext } from '../run-context.ts'
import { isStop, type Stop } from '../stage.ts'
import { saveGrant } from './act-on-decision.ts'
import { confirmAfterWait, voided, whyNoLonger, whyNotTheSame } from './confirm-approval.ts'
import { obtainApproval } from './obtain-approval.ts'

/** Lets a call pass on which the verdict is yes, and obtains a person's word on one that the policy asks about. */
export function approve(call: DecidedCall, context: RunContext): AuthorizedCall | Promise<AuthorizedCall | Stop> {
  if (context.approval.mode === 'resumed') return redeemApproval(call, context.approval, context).then(authorized)
  if (call.decision.verdict !== 'allow') return obtainApproval(call, context).then(authorized)
  return hasWaited(call, context) ? confirmAfterWait(call, context).then(authorized) : pass(call)
}

/** Returns true if time passed since its targets were resolved: in the queue of its limits, or with hooks. */
function hasWaited({ grant }: DecidedCall, { hooks }: RunContext): boolean {
  return grant.queued === true || hooks.preToolUse.length > 0
}

function authorized(call: DecidedCall | Stop): AuthorizedCall | Stop {
  return isStop(call) ? call : pass(call)
}

function pass(call: DecidedCall): AuthorizedCall {
  return call as AuthorizedCall
}

/** Goes on with a call whose approval was given while no run waited for it, if it is still the call that was approved. */
async function redeemApproval(
  call: DecidedCall,
  { request, decision, approver }: Extract<ApprovalPath, { mode: 'resumed' }>,
  context: RunContext,
): Promise<DecidedCall | Stop> {
  const why = (await whyNotTheSame(call, request, context)) ?? whyNoLonger(call.decision, request)
  if (why !== undefined) return voided(call, why)
  await saveGrant(call, { ...decision, approver }, context)
  return { ...call, approved: request }
}
