import { defined } from '../base/defined.ts'
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
  const { automatic = 'alone', approvers: all, ...waiting } = options
  if (waiting.signal.aborted) return { status: 'aborted' }
  const approvers = all.filter((approver) => counts(approver, all, automatic))
  if (approvers.length === 0) return { status: 'unavailable', why: whyNotAsked(all) }
  return await firstAnswer({
    asked: approvers,
    ask: async (approver, asking) => {
      const decision = await firstDecision(approver, request, asking)
      return decision && { status: 'decided', decision, approver: approver.id }
    },
    noAnswer: 'no approver gave an answer',
    ...waiting,
  })
}

/** The end of a question that nobody answered: its time is up, everybody abstained, or its caller no longer wants it. */
type NoAnswer =
  | { readonly status: 'timed_out'; readonly timeoutMs: number; readonly answersLater?: string }
  | { readonly status: 'unavailable'; readonly why: string }
  | { readonly status: 'aborted' }

interface FirstAnswerOptions<Asked, Answer> {
  readonly asked: readonly Asked[]
  /** Resolves to the answer of one of them, or to undefined to abstain. */
  readonly ask: (one: Asked, signal: AbortSignal) => Promise<Answer | undefined>
  /** The reason that nobody answered, if everybody abstained. */
  readonly noAnswer: string
  readonly timeoutMs: number
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly alsoSettledBy?: ((settle: (answer: Answer) => void) => Disposable) | undefined
}

/** Asks all of them at once and takes the first answer. Never rejects. */
export async function firstAnswer<
  Asked extends { readonly answersLater?: string },
  Answer extends { readonly status: string },
>({
  asked,
  ask,
  noAnswer,
  timeoutMs,
  clock,
  signal,
  alsoSettledBy,
}: FirstAnswerOptions<Asked, Answer>): Promise<Answer | NoAnswer> {
  const settled = Promise.withResolvers<Answer | NoAnswer>()
  const asking = new AbortController()
  const onAbort = () => settled.resolve({ status: 'aborted' })
  signal.addEventListener('abort', onAbort, { once: true })
  const timer = clock.after(timeoutMs, () => settled.resolve(timedOut(asked, timeoutMs)), 'kept-alive')
  using _otherwise = alsoSettledBy?.(settled.resolve)
  const answers = asked.map(async (one) => {
    const answer = await ask(one, asking.signal)
    if (answer !== undefined) settled.resolve(answer)
  })
  void Promise.allSettled(answers).then((endings) =>
    settled.resolve({ status: 'unavailable', why: whyNobody(endings, noAnswer) }),
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

function timedOut(asked: readonly { readonly answersLater?: string }[], timeoutMs: number): NoAnswer {
  const answersLater = asked.find((one) => one.answersLater !== undefined)?.answersLater
  return { status: 'timed_out', timeoutMs, ...(answersLater === undefined ? {} : { answersLater }) }
}

function whyNobody(endings: readonly PromiseSettledResult<void>[], noAnswer: string): string {
  const failures = endings.flatMap((ending) => (ending.status === 'rejected' ? [errorMessage(ending.reason)] : []))
  return failures.length > 0 ? `asking failed: ${failures.join('; ')}` : noAnswer
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
    ...defined({ digest, decidedBy, reason, metadata }),
  }
}

function whyNotAsked(approvers: readonly Approver[]): string {
  if (approvers.length === 0) return 'no one can be asked'
  const ids = approvers.map(({ id }) => `"${id}"`).join(', ')
  return `${ids} would decide without a person, which the operator does not allow`
}
