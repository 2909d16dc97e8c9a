import type { ApprovalDecision } from '../../approval/approval-request.ts'
import { answers } from '../../approval/ask-approvers.ts'
import type { PendingReceipt } from '../../approval/pending-receipt.ts'
import type { Principal } from '../../base/principal.ts'
import { DrawbridgeError } from '../../error/drawbridge-error.ts'
import { stableStringify } from '../../json/index.ts'
import { failure } from '../../outcome/failure.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { SessionKey } from '../../tool/session-state.ts'
import { refusal } from '../approve/act-on-decision.ts'
import type { NormalizedCall } from '../call.ts'
import { finishCall } from '../exits/finish-call.ts'
import { claimCallId } from '../gates/normalize.ts'
import { resolve } from '../gates/resolve.ts'
import { noteEvent } from '../note-event.ts'
import type { RunContext } from '../run-context.ts'
import { isStop, type Stop, stop } from '../stage.ts'
import { admission, reentry } from '../stages.ts'
import { recordOpening } from './receive-call.ts'

const redeemed: SessionKey<Map<string, Promise<Outcome>>> = { name: 'outcomes of receipts', create: () => new Map() }

export interface Resumption {
  readonly receipt: PendingReceipt
  readonly decision: ApprovalDecision
  /** Recorded as the one who asked and was answered. */
  readonly approver: string
}

/**
 * Ends a call that was returned as a receipt. The caller must be the one that asked. The call enters again at `validate`, must be
 * the approved call, and continues. The same receipt again gives the same outcome and runs nothing. Throws if the decision does not
 * belong to the receipt; rejects if the ledger of receipts cannot be reached.
 */
export function resumeCall({ receipt, decision, approver }: Resumption, context: RunContext): Promise<Outcome> {
  const { request } = receipt
  if (!answers(decision, request)) {
    const offered = request.offers.map(({ answer }) => answer).join(', ')
    throw new DrawbridgeError(
      'invalid_option',
      `"${decision.answer}" for "${decision.requestId}" does not answer the request "${request.id}", which offers ${offered}.`,
    )
  }
  // Its outcome is not for other callers either, and their attempt does not use it up.
  const other = otherAsker(request.principal, context.principal)
  if (other !== undefined) return redeem({ receipt, decision, approver }, context, other)
  const outcomes = context.session.use(redeemed)
  const earlier = outcomes.get(request.id)
  if (earlier !== undefined) return earlier
  const outcome = redeem({ receipt, decision, approver }, context)
  outcomes.set(request.id, outcome)
  // If the ledger could not be read, nothing has happened, and the receipt can be tried again.
  outcome.catch(() => outcomes.delete(request.id))
  return outcome
}

/** @param other Why the receipt is not for this run. */
async function redeem(resumption: Resumption, context: RunContext, other?: string): Promise<Outcome> {
  const { receipt, decision, approver } = resumption
  // In another process the id is new; no later call of this session may take it.
  claimCallId(receipt.call.toolCallId, context)
  const call: NormalizedCall = { ...receipt.call, raw: receipt.call.arguments, receivedAt: context.clock.now() }
  const { toolCallId, receivedAt } = call
  recordOpening(context)
  noteEvent({ type: 'tool.resumed', toolCallId, receivedAt, receipt, decision, approver }, context)
  const ended = other === undefined ? await endedBefore(resumption, call, context) : forSomebodyElse(receipt, other)
  if (ended !== undefined) return finishCall({ passed: false, call, stop: ended }, context)
  const resumed = { ...context, approval: { mode: 'resumed', request: receipt.request, decision, approver } } as const
  const inspected = await reentry.pass(call, resumed)
  return finishCall(inspected.passed ? await admission.pass(inspected.call, resumed) : inspected, resumed)
}

function forSomebodyElse({ request, call }: PendingReceipt, why: string): Stop {
  const message = `The approval ${request.id} of "${call.name}" belongs to another caller: ${why}. Nothing was done. Call again to ask for this run.`
  return { ...stop('denied', failure('approval_void', message)), notes: { voidedBy: 'asker' } }
}

/**
 * Returns the end of the call if it does not enter again: it was redeemed elsewhere, its time is up, or it was denied.
 */
async function endedBefore(
  { receipt: { request }, decision, approver }: Resumption,
  call: NormalizedCall,
  context: RunContext,
): Promise<Stop | undefined> {
  const { events, receipts, clock, principal } = context
  if (!(await receipts.claim(request.id, { now: clock.now(), until: request.expiresAt }))) {
    const message = `The approval ${request.id} was already redeemed; its call has its outcome.`
    return { ...stop('denied', failure('approval_void', message)), notes: { voidedBy: 'redeemed' } }
  }
  const { toolCallId } = call
  if (clock.now() >= request.expiresAt) {
    const late = failure(
      'approval_timeout',
      `The answer came too late: the request expired at ${new Date(request.expiresAt).toISOString()}.`,
    )
    const { code, message } = late
    await events.record(
      { type: 'permission.failed', toolCallId, requestId: request.id, code, message },
      principal.run,
      'grouped',
    )
    return stop('denied', late)
  }
  await events.record({ type: 'permission.decided', toolCallId, approver, decision }, principal.run, 'grouped')
  const resolved = await resolve(call, context)
  if (isStop(resolved)) return resolved
  const refused = refusal(resolved, decision, context)
  return refused === undefined ? undefined : stop(refused.stopped, refused.failure)
}

/**
 * Returns the reason why a receipt does not belong to the caller; undefined if it does. An answer is given to one
 * agent, working for one user in one place: another caller has to ask itself. Session and run may differ, since a
 * receipt outlives both.
 */
function otherAsker(asked: Principal, brings: Principal): string | undefined {
  const [before, now] = [askerOf(asked), askerOf(brings)]
  const changed = Object.keys(before).find((key) => stableStringify(before[key]) !== stableStringify(now[key]))
  if (changed === undefined) return undefined
  return `it was asked for the ${changed} ${name(before[changed])}, but redeemed for the ${changed} ${name(now[changed])}`
}

function askerOf({
  user,
  agent,
  role,
  parents,
  channel,
  chat,
  peerKind,
}: Principal): Readonly<Record<string, unknown>> {
  // A parent run has an id of its own in each process; its agent has not.
  return { user, agent, role, parents: parents.map((parent) => parent.agent), channel, chat, peerKind }
}

function name(value: unknown): string {
  return JSON.stringify(value) ?? 'none'
}
