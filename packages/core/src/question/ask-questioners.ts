import { endOfWait } from '../approval/approver.ts'
import type { Clock } from '../clock/clock.ts'
import { errorMessage } from '../error/error-message.ts'
import { objectionToReply, onlyTheReply } from './check-reply.ts'
import type { Questioner, QuestionRequest, QuestionResult } from './questioner.ts'

export interface AskQuestionersOptions {
  readonly questioners: readonly Questioner[]
  readonly timeoutMs: number
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Asks every questioner at once and takes the first reply that fits. Never rejects. */
export async function askQuestioners(
  request: QuestionRequest,
  { questioners, timeoutMs, clock, signal }: AskQuestionersOptions,
): Promise<QuestionResult> {
  if (signal.aborted) return { status: 'aborted' }
  if (questioners.length === 0) return { status: 'unavailable', why: 'nobody can be asked' }
  const settled = Promise.withResolvers<QuestionResult>()
  const asking = new AbortController()
  const onAbort = () => settled.resolve({ status: 'aborted' })
  signal.addEventListener('abort', onAbort, { once: true })
  const timer = clock.after(timeoutMs, () => settled.resolve(timedOut(questioners, timeoutMs)), 'kept-alive')
  const replies = questioners.map(async (questioner) => {
    const reply = await questioner.ask(request, asking.signal)
    if (reply === undefined) return
    const objection = objectionToReply(reply, request.questions)
    if (objection !== undefined) throw new Error(`the reply of "${questioner.id}" ${objection}`)
    settled.resolve({ ...onlyTheReply(reply, request.questions), questioner: questioner.id })
  })
  void Promise.allSettled(replies).then((endings) =>
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

/**
 * Returns true if the questions of an aborted signal may still be answered: their time was up, and the caller may ask again.
 * Otherwise they were answered by someone else, or their call was cancelled.
 */
export function keepsQuestions({ reason }: Pick<AbortSignal, 'reason'>): boolean {
  return reason instanceof DOMException && 'status' in reason && reason.status === 'timed_out'
}

function timedOut(questioners: readonly Questioner[], timeoutMs: number): QuestionResult {
  const answersLater = questioners.find((questioner) => questioner.answersLater !== undefined)?.answersLater
  return { status: 'timed_out', timeoutMs, ...(answersLater === undefined ? {} : { answersLater }) }
}

function whyNobody(endings: readonly PromiseSettledResult<void>[]): string {
  const failures = endings.flatMap((ending) => (ending.status === 'rejected' ? [errorMessage(ending.reason)] : []))
  return failures.length > 0 ? `asking failed: ${failures.join('; ')}` : 'nobody gave an answer'
}
