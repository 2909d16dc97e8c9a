import type { Clock } from '../clock/clock.ts'
import type { ApprovalDecision, ApprovalRequest } from './approval-request.ts'
import type { Approver } from './approver.ts'

/** How asking for one approval ended. */
export type ApprovalResult =
  | { readonly status: 'decided'; readonly decision: ApprovalDecision; readonly approver: string }
  | { readonly status: 'timed_out'; readonly timeoutMs: number }
  /** Nobody was there to ask, or everybody abstained or failed. */
  | { readonly status: 'unavailable'; readonly why: string }
  | { readonly status: 'aborted' }

export interface AskOptions {
  readonly approvers: readonly Approver[]
  readonly timeoutMs: number
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Asks every approver at once and takes the first decision for this request. Never throws. */
export async function askApprovers(request: ApprovalRequest, options: AskOptions): Promise<ApprovalResult> {
  const { approvers, timeoutMs, clock, signal } = options
  if (signal.aborted) return { status: 'aborted' }
  if (approvers.length === 0) return { status: 'unavailable', why: 'nobody is there to ask' }

  const settled = Promise.withResolvers<ApprovalResult>()
  const asking = new AbortController()
  const onAbort = () => settled.resolve({ status: 'aborted' })
  signal.addEventListener('abort', onAbort, { once: true })
  const timer = clock.after(timeoutMs, () => settled.resolve({ status: 'timed_out', timeoutMs }))

  const answers = approvers.map((approver) =>
    firstDecision(approver, request, asking.signal).then((decision) => {
      if (decision !== undefined) settled.resolve({ status: 'decided', decision, approver: approver.id })
    }),
  )
  void Promise.allSettled(answers).then((endings) =>
    settled.resolve({ status: 'unavailable', why: whyNobody(endings) }),
  )

  try {
    return await settled.promise
  } finally {
    timer[Symbol.dispose]()
    signal.removeEventListener('abort', onAbort)
    asking.abort()
  }
}

async function firstDecision(
  approver: Approver,
  request: ApprovalRequest,
  signal: AbortSignal,
): Promise<ApprovalDecision | undefined> {
  for await (const decision of approver.ask([request], signal)) {
    const isOffered = request.offers.some((offer) => offer.answer === decision.answer)
    if (decision.requestId === request.id && isOffered) return decision
  }
  return undefined
}

function whyNobody(endings: readonly PromiseSettledResult<void>[]): string {
  const failures = endings.filter((ending) => ending.status === 'rejected')
  const reasons = failures.map(({ reason }) => (reason instanceof Error ? reason.message : String(reason)))
  return reasons.length > 0 ? `asking failed: ${reasons.join('; ')}` : 'whoever was asked gave no answer'
}
