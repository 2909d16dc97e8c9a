import type { ApprovalRequest } from '../../approval/approval-request.ts'
import { unansweredRule } from '../../approval/asking-rules.ts'
import type { EndNotes } from '../../event/families/call-events.ts'
import { failure } from '../../outcome/failure.ts'
import type { Decision } from '../../policy/decision.ts'
import type { DecidedCall, TargetedCall } from '../call.ts'
import { settledVerdict } from '../gates/decide.ts'
import { target } from '../gates/target.ts'
import type { RunContext } from '../run-context.ts'
import { isStop, type Stop, stop } from '../stage.ts'

/**
 * Checks an approved call again: while the person was deciding, a link may have been redirected, a script rewritten or
 * the policy changed. Then the approval is void, with the reason.
 */
export async function confirmApproval(
  call: DecidedCall,
  request: ApprovalRequest,
  context: RunContext,
): Promise<DecidedCall | Stop> {
  await context.authority.refresh?.()
  const now = await target(call, context)
  if (isStop(now)) return now
  const different = await whyNotTheSame(now, request, context)
  if (different !== undefined) return voided(call, different)
  const decision = await settledVerdict({ ...call, ...now }, context)
  const why = whyRemoved(call, context) ?? whyUnanswered(decision, request)
  return why === undefined ? { ...call, ...now } : voided(call, why)
}

/**
 * Checks an allowed call again that had to wait for its place, its hooks or its paths. Meanwhile another
 * call may have redirected a link or rewritten a script, so the current paths are judged as well.
 */
export async function confirmAfterWait(call: DecidedCall, context: RunContext): Promise<DecidedCall | Stop> {
  if (call.approved !== undefined) return confirmApproval(call, call.approved, context)
  const now = await target(call, context)
  if (isStop(now)) return now
  const decision = await settledVerdict({ ...call, ...now }, context)
  if (decision.verdict === 'allow') return { ...call, ...now, decision }
  const { denialCode, reason, rule, source } = decision
  const code = decision.verdict === 'deny' ? (denialCode ?? 'denied_by_policy') : 'approval_void'
  const message = `What "${call.tool.name}" would touch changed while it waited: ${reason} Rule: ${rule} (${source}). Nothing was done. Call again to have it judged again.`
  return stop('denied', failure(code, message), decision)
}

/** The reason that an approval is void, as text and as a field of the record. */
export interface VoidReason {
  readonly by: NonNullable<EndNotes['voidedBy']>
  readonly why: string
}

/** Returns the reason that the call is not the approved one; undefined if it is. */
export async function whyNotTheSame(
  call: TargetedCall,
  { digest }: ApprovalRequest,
  context: RunContext,
): Promise<VoidReason | undefined> {
  if ((await context.ports.digest(call, context)) === digest) return undefined
  return { by: 'digest', why: 'its effect, targets, environment or a script that it runs has changed' }
}

/** Returns the reason that the policy no longer has the tool; undefined if it does. */
function whyRemoved({ tool }: DecidedCall, { authority }: RunContext): VoidReason | undefined {
  const removal = authority.removal?.(tool.name)
  return removal && { by: 'policy', why: `the policy now removes the tool: ${removal.reason} (${removal.source})` }
}

/**
 * Returns the reason that the policy has not been answered by the approval of a request; undefined if it allows the call, or asks nothing that the
 * person was not asked.
 */
export function whyUnanswered(decision: Decision, request: ApprovalRequest): VoidReason | undefined {
  if (decision.verdict === 'deny') {
    const { reason, rule, source } = decision
    return { by: 'policy', why: `the policy now denies it: ${reason} Rule: ${rule} (${source})` }
  }
  const added = unansweredRule(decision, request)
  return added && { by: 'policy', why: `the policy now also asks: ${added.because} Rule: ${added.rule}` }
}

export function voided(call: DecidedCall, { by, why }: VoidReason): Stop {
  const ended = stop(
    'denied',
    failure(
      'approval_void',
      `The approval of "${call.tool.name}" is no longer valid: ${why}. Nothing was done. Call again to ask again.`,
    ),
    call.decision,
  )
  return { ...ended, notes: { voidedBy: by } }
}
