import type { Clock } from '../clock/clock.ts'
import { errorMessage } from '../error/error-message.ts'
import type { ApprovalDecision, ApprovalRequest } from './approval-request.ts'
import type { ApprovalResult } from './approval-result.ts'
import { type Approver, type AutomaticApprovals, endOfWait } from './approver.ts'

export interface AskOptions {
  readonly approvers: readonly Approver[]
  readonly automatic?: AutomaticApprovals
  readonly timeoutMs: number
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Another way to settle the question while it waits. */
  readonly alsoSettledBy?: (settle: (result: ApprovalResult) => void) => Disposable
}

/** Asks every approver at once and takes the first decision for this request. Never throws. */
export async function askApprovers(request: ApprovalRequest, options: AskOptions): Promise<ApprovalResult> {
  const { automatic = 'alone', timeoutMs, clock, signal } = options
  if (signal.aborted) return { status: 'aborted' }
  const approvers = options.approvers.filter((approver) => counts(approver, options.approvers, automatic))
  if (approvers.length === 0) return { status: 'unavailable', why: whyNotAsked(options.approvers) }

  const settled = Promise.withResolvers<ApprovalResult>()
  const asking = new AbortController()
  const onAbort = () => settled.resolve({ status: 'aborted' })
  signal.addEventListener('abort', onAbort, { once: true })
  const timer = clock.after(timeoutMs, () => settled.resolve(timedOut(approvers, timeoutMs)), 'kept-alive')
  using _otherwise = options.alsoSettledBy?.(settled.resolve)

  const answers = approvers.map((approver) =>
    firstDecision(approver, request, asking.signal).then((decision) => {
      if (decision !== undefined) settled.resolve({ status: 'decided', decision, approver: approver.id })
    }),
  )
  void Promise.allSettled(answers).then((endings) =>
    settled.resolve({ status: 'unavailable', why: whyNobody(endings) }),
  )

  try {
    const result = await settled.promise
    asking.abort(endOfWait(result.status))
    return result
  } finally {
    timer[Symbol.dispose]()
    signal.removeEventListener('abort', onAbort)
  }
}

function timedOut(approvers: readonly Approver[], timeoutMs: number): ApprovalResult {
  const answersLater = approvers.find((approver) => approver.answersLater !== undefined)?.answersLater
  return { status: 'timed_out', timeoutMs, ...(answersLater === undefined ? {} : { answersLater }) }
}

function counts({ human }: Approver, all: readonly Approver[], automatic: AutomaticApprovals): boolean {
  if (human || automatic === 'always') return true
  return automatic === 'alone' && !all.some((approver) => approver.human)
}

async function firstDecision(
  approver: Approver,
  request: ApprovalRequest,
  signal: AbortSignal,
): Promise<ApprovalDecision | undefined> {
  for await (const decision of approver.ask([request], signal, { signalOf: () => signal })) {
    if (answers(decision, request)) return onlyTheDecision(decision)
  }
  return undefined
}

/** Returns true if a decision is an answer to the request as shown, and is one of the offered answers. */
export function answers(
  { requestId, answer, digest = '' }: ApprovalDecision,
  { id, offers, digest: asked }: Pick<ApprovalRequest, 'id' | 'offers' | 'digest'>,
): boolean {
  return requestId === id && (digest === '' || digest === asked) && offers.some((offer) => offer.answer === answer)
}

/** Everything else that an approver returns, such as other arguments, is ignored. */
function onlyTheDecision({
  requestId,
  answer,
  digest,
  decidedBy,
  reason,
  metadata,
}: ApprovalDecision): ApprovalDecision {
  return {
    requestId,
    answer,
    ...(digest === undefined ? {} : { digest }),
    ...(decidedBy === undefined ? {} : { decidedBy }),
    ...(reason === undefined ? {} : { reason }),
    ...(metadata === undefined ? {} : { metadata }),
  }
}

function whyNotAsked(approvers: readonly Approver[]): string {
  if (approvers.length === 0) return 'no one can be asked'
  const ids = approvers.map(({ id }) => `"${id}"`).join(', ')
  return `${ids} would decide without a person, which the operator does not allow`
}

function whyNobody(endings: readonly PromiseSettledResult<void>[]): string {
  const failures = endings.filter((ending) => ending.status === 'rejected')
  const reasons = failures.map(({ reason }) => errorMessage(reason))
  return reasons.length > 0 ? `asking failed: ${reasons.join('; ')}` : 'no approver gave an answer'
}
