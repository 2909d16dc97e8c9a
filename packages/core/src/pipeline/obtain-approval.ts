import type { ApprovalDecision, ApprovalRequest } from '../approval/approval-request.ts'
import { type ApprovalResult, askApprovers } from '../approval/ask-approvers.ts'
import { callDigest } from '../approval/call-digest.ts'
import { assertNever } from '../error/assert-never.ts'
import { type Failure, failure } from '../outcome/failure.ts'
import type { AuthorizedCall, TargetedCall } from './call.ts'
import type { RunContext } from './run-context.ts'
import { isStop, type Stop, stop } from './stage.ts'
import { target } from './target.ts'

/** Asks for a yes to exactly this call, and checks afterwards that it is still exactly this call. */
export async function obtainApproval(call: AuthorizedCall, context: RunContext): Promise<AuthorizedCall | Stop> {
  const request = describe(call, context)
  await context.events.record(
    { type: 'permission.requested', toolCallId: call.toolCallId, request },
    context.principal.run,
    'grouped',
  )
  const result = await askApprovers(request, {
    approvers: context.approvers,
    timeoutMs: context.settings.approvalTimeoutMs,
    clock: context.clock,
    signal: context.signal,
  })
  if (result.status !== 'decided') return withoutDecision(call, request, result, context)

  const { decision, approver } = result
  await context.events.record(
    { type: 'permission.decided', toolCallId: call.toolCallId, approver, decision },
    context.principal.run,
    'grouped',
  )
  return act(call, request, decision, context)
}

function describe(
  call: AuthorizedCall,
  { principal, clock, ids, machine, scrubber, settings }: RunContext,
): ApprovalRequest {
  return {
    id: ids.next('approval'),
    toolCallId: call.toolCallId,
    tool: call.tool.name,
    permission: call.permission,
    risk: call.risk,
    tags: [...call.tool.tags],
    input: scrubber.scrubValue(call.input).value,
    targets: call.targets,
    reason: call.decision.reason,
    rule: call.decision.rule,
    offers: [
      { answer: 'allow_once', scope: 'this call only' },
      { answer: 'deny', scope: 'this call only' },
      { answer: 'abort', scope: 'the whole run' },
    ],
    principal,
    expiresAt: clock.now() + settings.approvalTimeoutMs,
    digest: digestOf(call, machine.workspace),
  }
}

function digestOf(call: TargetedCall, workspace: string): string {
  return callDigest({ tool: call.tool.name, input: call.input, targets: call.targets, workspace })
}

async function act(
  call: AuthorizedCall,
  request: ApprovalRequest,
  decision: ApprovalDecision,
  context: RunContext,
): Promise<AuthorizedCall | Stop> {
  switch (decision.answer) {
    case 'allow_once':
    case 'allow_for_session':
    case 'allow_always':
      return recheck(call, request, context)
    case 'deny':
      return stop('denied', deniedByUser(call, decision.reason), call.decision)
    case 'abort':
      context.abortRun(decision.reason ?? 'ended by the approver')
      return stop(
        'cancelled',
        failure('aborted', `The run was ended by the approver${because(decision.reason)}.`),
        call.decision,
      )
    default:
      return assertNever(decision.answer)
  }
}

/** While somebody was thinking, a link may have been turned or a file replaced. */
async function recheck(
  call: AuthorizedCall,
  request: ApprovalRequest,
  context: RunContext,
): Promise<AuthorizedCall | Stop> {
  const now = await target(call, context)
  if (isStop(now)) return now
  if (digestOf(now, context.machine.workspace) === request.digest) return { ...call, ...now }
  return stop(
    'denied',
    failure(
      'approval_void',
      'What the call would touch has changed since it was approved, so the approval no longer holds. Call again to ask anew.',
    ),
    call.decision,
  )
}

function deniedByUser(call: AuthorizedCall, reason: string | undefined): Failure {
  return failure(
    'denied_by_user',
    `The user refused "${call.tool.name}"${because(reason)}. Do not try the same call again; ask or find another way.`,
  )
}

function because(reason: string | undefined): string {
  return reason === undefined || reason === '' ? '' : `: ${reason}`
}

async function withoutDecision(
  call: AuthorizedCall,
  request: ApprovalRequest,
  result: Exclude<ApprovalResult, { status: 'decided' }>,
  context: RunContext,
): Promise<Stop> {
  const ended = explainMissingDecision(call, result)
  const { code, message } = ended.failure
  await context.events.record(
    { type: 'permission.failed', toolCallId: call.toolCallId, requestId: request.id, code, message },
    context.principal.run,
    'grouped',
  )
  return ended
}

function explainMissingDecision(call: AuthorizedCall, result: Exclude<ApprovalResult, { status: 'decided' }>): Stop {
  const { decision } = call
  switch (result.status) {
    case 'timed_out':
      return stop(
        'denied',
        failure('approval_timeout', `Nobody answered within ${result.timeoutMs} ms. ${decision.reason}`),
        decision,
      )
    case 'aborted':
      return stop('cancelled', failure('aborted', 'The run was aborted while the call waited for approval.'), decision)
    case 'unavailable':
      return stop(
        'denied',
        failure(
          decision.denialCode ?? 'approval_unavailable',
          `${decision.reason} This needs a person's approval, and ${result.why}. To approve: run with an approver (on the command line \`--approve ask\` in a terminal, or \`--approve always\`).`,
        ),
        decision,
      )
    default:
      return assertNever(result)
  }
}
