import type { ApprovalDecision, ApprovalRequest } from '../approval/approval-request.ts'
import { assertNever } from '../error/assert-never.ts'
import { type Failure, failure } from '../outcome/failure.ts'
import type { DecidedCall } from './call.ts'
import { confirmApproval } from './confirm-approval.ts'
import { noteAnswer } from './earlier-answers.ts'
import type { RunContext } from './run-context.ts'
import { saveGrant } from './save-grant.ts'
import { isStop, type Stop, stop } from './stage.ts'

/** Records a decision and carries it out. */
export async function actOnDecision(
  call: DecidedCall,
  request: ApprovalRequest,
  { decision, approver }: { readonly decision: ApprovalDecision; readonly approver: string },
  context: RunContext,
): Promise<DecidedCall | Stop> {
  noteAnswer(call, decision.answer, context)
  const refused = refusal(call, decision, context)
  await context.events.record(
    { type: 'permission.decided', toolCallId: call.toolCallId, approver, decision },
    context.principal.run,
    'grouped',
  )
  if (refused !== undefined) return stop(refused.stopped, refused.failure, call.decision)
  const confirmed = await confirmApproval(call, request, context)
  if (!isStop(confirmed)) await saveGrant(confirmed, { ...decision, approver }, context)
  return confirmed
}

interface Refusal {
  readonly stopped: Stop['stopped']
  readonly failure: Failure
}

/** Returns the end of the call for a decision that does not allow it; `abort` ends its run at once. */
export function refusal(
  { tool }: Pick<DecidedCall, 'tool'>,
  { answer, reason }: ApprovalDecision,
  { abortRun }: Pick<RunContext, 'abortRun'>,
): Refusal | undefined {
  switch (answer) {
    case 'allow_once':
    case 'allow_for_session':
    case 'allow_always':
      return undefined
    case 'deny':
      return {
        stopped: 'denied',
        failure: failure(
          'denied_by_user',
          `The user refused "${tool.name}"${because(reason)}. Do not try the same call again; ask or find another way.`,
        ),
      }
    case 'abort':
      abortRun(reason ?? 'ended by the approver', 'approver')
      return {
        stopped: 'cancelled',
        failure: failure('aborted', `The run was ended by the approver${because(reason)}.`),
      }
    default:
      return assertNever(answer)
  }
}

function because(reason: string | undefined): string {
  return reason === undefined || reason === '' ? '' : `: ${reason}`
}
