import type { ApprovalRequest } from '../approval/approval-request.ts'
import { failure } from '../outcome/failure.ts'
import type { Decision } from '../policy/decision.ts'
import type { DecidedCall, TargetedCall } from './call.ts'
import { digestOfCall } from './digest-of-call.ts'
import type { RunContext } from './run-context.ts'
import { isStop, type Stop, stop } from './stage.ts'
import { target } from './target.ts'
import { verdictOn } from './verdict-on.ts'

/**
 * Looks again at a call that was approved: while somebody was thinking, a link may have been turned, a script rewritten or the
 * policy changed. Then the approval is void, and says why.
 */
export async function confirmApproval(
  call: DecidedCall,
  request: ApprovalRequest,
  context: RunContext,
): Promise<DecidedCall | Stop> {
  const now = await target(call, context)
  if (isStop(now)) return now
  const why =
    (await whyNotTheSame(now, request, context)) ?? whyNoLonger(await verdictOn({ ...call, ...now }, context), request)
  return why === undefined ? { ...call, ...now } : voided(call, why)
}

/** Why the call is not the one that was approved; undefined where it is. */
export async function whyNotTheSame(
  call: TargetedCall,
  { digest }: ApprovalRequest,
  context: RunContext,
): Promise<string | undefined> {
  if ((await digestOfCall(call, context)) === digest) return undefined
  return 'what it would do or touch, its environment or a script that it runs has changed'
}

/** Why the policy no longer asks what was answered; undefined where it does, or asks nothing any more. */
export function whyNoLonger({ verdict, rule, source, reason }: Decision, request: ApprovalRequest): string | undefined {
  switch (verdict) {
    case 'allow':
      return undefined
    case 'deny':
      return `the policy now denies it: ${reason} Rule: ${rule} (${source})`
    case 'ask':
      return rule === request.rule ? undefined : `the policy now asks for another reason: ${reason}`
  }
}

export function voided(call: DecidedCall, why: string): Stop {
  return stop(
    'denied',
    failure(
      'approval_void',
      `The approval of "${call.tool.name}" no longer holds: ${why}. Nothing was done. Call again to ask anew.`,
    ),
    call.decision,
  )
}
