import type { ApprovalRequest } from '../../approval/approval-request.ts'
import type { ApprovalResult } from '../../approval/approval-result.ts'
import { assertNever } from '../../error/assert-never.ts'
import type { PermissionFailed } from '../../event/families/approval-events.ts'
import { withinArrival } from '../../limit/arrival-order.ts'
import { failure } from '../../outcome/failure.ts'
import type { AuthorizedCall, DecidedCall } from '../call.ts'
import { settledVerdict } from '../gates/decide.ts'
import { gatePermissionRequest } from '../gates/hooks.ts'
import type { ApprovalPath, RunContext } from '../run-context.ts'
import { isStop, type Stop, stop } from '../stage.ts'
import { actOnDecision, saveGrant } from './act-on-decision.ts'
import { confirmAfterWait, confirmApproval, voided, whyNotTheSame, whyUnanswered } from './confirm-approval.ts'
import { requestApproval } from './request-approval.ts'

/** Passes a call that the policy allows, and asks a person about one that the policy asks about. */
export function approve(call: DecidedCall, context: RunContext): AuthorizedCall | Promise<AuthorizedCall | Stop> {
  if (context.approval.mode === 'resumed') return redeemApproval(call, context.approval, context).then(authorized)
  if (call.decision.verdict !== 'allow')
    return withinArrival(call.arrival, () => obtainApproval(call, context)).then(authorized)
  return hasWaited(call) ? confirmAfterWait(call, context).then(authorized) : pass(call)
}

/** Returns true if time passed since its targets were resolved: in the queue of its limits, or with hooks. */
function hasWaited({ grant, waitedForHooks }: DecidedCall): boolean {
  return grant.queued === true || waitedForHooks === true
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
  const why = (await whyNotTheSame(call, request, context)) ?? whyUnanswered(call.decision, request)
  if (why !== undefined) return voided(call, why)
  await saveGrant(call, { ...decision, approver }, context)
  return { ...call, approved: request }
}

/** Asks for a yes to exactly this call, and checks afterwards that it is still exactly this call. */
async function obtainApproval(call: DecidedCall, context: RunContext): Promise<DecidedCall | Stop> {
  const request = await requestApproval(call, context)
  const refused = await gatePermissionRequest(call, request, context)
  if (refused !== undefined) return refused
  const { toolCallId } = call
  await context.events.record({ type: 'permission.requested', toolCallId, request }, context.principal.run, 'grouped')
  if (context.approval.mode === 'detached') return suspendCall(call, request)
  const asked = context.clock.now()
  // A person may take long, and the calls of others need places meanwhile.
  call.grant.release()
  const result = await context.ports.ask(request, {
    approvers: context.approvers,
    automatic: context.settings.automaticApprovals,
    timeoutMs: context.settings.approvalTimeoutMs,
    clock: context.clock,
    signal: context.signal,
    alsoSettledBy: (settle) => reconsider(call, context, settle),
  })
  const waitedMs = context.clock.now() - asked
  const grant = allows(result) ? await placeAgain(call, context) : call.grant
  try {
    const concluded = await conclude({ ...call, grant }, request, result, context)
    if (isStop(concluded)) grant.release()
    return { ...concluded, waitedMs }
  } catch (error) {
    grant.release()
    throw error
  }
}

function allows(result: ApprovalResult): boolean {
  if (result.status === 'covered') return true
  return result.status === 'decided' && result.decision.answer !== 'deny' && result.decision.answer !== 'abort'
}

/** Takes a place for a call that may run now. If its run is aborted meanwhile, it ends at its start. */
async function placeAgain(
  { tool, risk, grant }: DecidedCall,
  { limiter, principal, signal }: RunContext,
): Promise<DecidedCall['grant']> {
  const given = await limiter.acquire({ tool: tool.name, risk, principal, again: true }, signal)
  return given.status === 'granted' ? given : grant
}

/** A grant that is added while this call waits may cover it too. */
function reconsider(call: DecidedCall, context: RunContext, settle: (result: ApprovalResult) => void): Disposable {
  const look = async () => {
    const decision = await settledVerdict(call, context)
    if (decision.verdict === 'allow') settle({ status: 'covered', decision })
  }
  // One may have been added since the policy was asked. A policy that fails here settles nothing.
  const lookAgain = () => void look().catch(() => undefined)
  lookAgain()
  return context.grants.subscribe(lookAgain)
}

async function conclude(
  call: DecidedCall,
  request: ApprovalRequest,
  result: ApprovalResult,
  context: RunContext,
): Promise<DecidedCall | Stop> {
  switch (result.status) {
    case 'decided':
      return actOnDecision(call, request, result, context)
    case 'covered': {
      const { rule, source, reason } = result.decision
      const decision = { requestId: request.id, answer: 'allow_once', reason, decidedBy: source } as const
      await context.events.record(
        { type: 'permission.decided', toolCallId: call.toolCallId, approver: rule, decision },
        context.principal.run,
        'grouped',
      )
      return confirmApproval({ ...call, decision: result.decision }, request, context)
    }
    case 'timed_out':
    case 'aborted':
    case 'unavailable':
      return withoutDecision(call, request, result, context)
    default:
      return assertNever(result)
  }
}

type Undecided = Extract<ApprovalResult, { status: 'timed_out' | 'aborted' | 'unavailable' }>

async function withoutDecision(
  call: DecidedCall,
  request: ApprovalRequest,
  result: Undecided,
  context: RunContext,
): Promise<Stop> {
  const ended = explainMissingDecision(call, result)
  const { code, message } = ended.failure
  await context.events.record(
    {
      type: 'permission.failed',
      toolCallId: call.toolCallId,
      requestId: request.id,
      code,
      message,
      ...reasonsOf(result),
    },
    context.principal.run,
    'grouped',
  )
  return ended
}

function reasonsOf(result: Undecided): Pick<PermissionFailed, 'why' | 'answersLater'> {
  if (result.status === 'unavailable') return { why: result.why }
  if (result.status === 'aborted' || result.answersLater === undefined) return {}
  return { answersLater: result.answersLater }
}

function explainMissingDecision({ decision }: DecidedCall, result: Undecided): Stop {
  switch (result.status) {
    case 'timed_out':
      return stop(
        'denied',
        failure(
          'approval_timeout',
          [`No one answered within ${result.timeoutMs} ms.`, decision.reason, ...laterAnswer(result)].join(' '),
        ),
        decision,
      )
    case 'aborted':
      return stop('cancelled', failure('aborted', 'The run was aborted while the call waited for approval.'), decision)
    case 'unavailable':
      return stop(
        'denied',
        failure(
          decision.denialCode ?? 'approval_unavailable',
          `${decision.reason} This needs a person's approval, and ${result.why}. To approve: run with an approver (on the command line \`--approve ask\` in a terminal, or \`--approve always\`; in a program \`authority.approvers\`).`,
        ),
        decision,
      )
    default:
      return assertNever(result)
  }
}

/** Explains how a late answer still counts. */
function laterAnswer({ answersLater }: Extract<Undecided, { status: 'timed_out' }>): readonly string[] {
  return answersLater === undefined ? [] : [`It can still be answered: ${answersLater}. Then make the same call again.`]
}

/** Lets go of a call that waits for approval, with the receipt that brings it back. */
function suspendCall(call: DecidedCall, request: ApprovalRequest): Stop {
  const { toolCallId, rawCallId, exposedName, askedAs, repairs } = call
  const waiting = stop(
    'cancelled',
    failure('approval_unavailable', `"${call.tool.name}" waits for approval ${request.id}.`),
    call.decision,
  )
  return {
    ...waiting,
    receipt: {
      status: 'pending',
      version: 1,
      request,
      call: {
        toolCallId,
        ...(rawCallId === undefined ? {} : { rawCallId }),
        exposedName,
        // A call that was delegated to another tool enters again as the model made it.
        name: askedAs?.tool.name ?? call.name,
        arguments: call.arguments,
        repairs,
      },
    },
  }
}
