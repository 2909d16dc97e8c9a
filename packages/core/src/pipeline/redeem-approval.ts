import type { ApprovalPath } from './approval-path.ts'
import type { DecidedCall } from './call.ts'
import { voided, whyNoLonger, whyNotTheSame } from './confirm-approval.ts'
import type { RunContext } from './run-context.ts'
import { saveGrant } from './save-grant.ts'
import type { Stop } from './stage.ts'

/** Goes on with a call whose approval was given while no run waited for it, if it is still the call that was approved. */
export async function redeemApproval(
  call: DecidedCall,
  { request, decision, approver }: Extract<ApprovalPath, { mode: 'resumed' }>,
  context: RunContext,
): Promise<DecidedCall | Stop> {
  const why = (await whyNotTheSame(call, request, context)) ?? whyNoLonger(call.decision, request)
  if (why !== undefined) return voided(call, why)
  await saveGrant(call, { ...decision, approver }, context)
  return call
}
