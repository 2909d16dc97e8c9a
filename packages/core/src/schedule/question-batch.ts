import type { ApprovalDecision, ApprovalRequest } from '../approval/approval-request.ts'
import type { Approver } from '../approval/approver.ts'

/** A request that waits to be asked, or for its answer. */
interface Waiting {
  readonly request: ApprovalRequest
  readonly signal: AbortSignal
  readonly answer: (decision: ApprovalDecision | undefined) => void
  readonly fail: (error: unknown) => void
}

/**
 * Gathers what the calls of one turn want to ask, so that a person sees it together. Each admission announces itself by `enter`
 * and says `leave` once it is through; as soon as every one that is under way has asked or left, all questions go out as one.
 */
export interface QuestionBatch {
  /** The same approvers, asked by the desk. */
  readonly approvers: readonly Approver[]
  enter(toolCallId: string): void
  leave(toolCallId: string): void
}

export function createQuestionBatch(approvers: readonly Approver[]): QuestionBatch {
  /** Admissions that have neither asked nor ended. */
  const undecided = new Set<string>()
  const counters = approvers.map((approver) => ({ approver, queue: [] as Waiting[] }))
  const send = () => {
    if (undecided.size > 0) return
    for (const { approver, queue } of counters) if (queue.length > 0) void askAsOne(approver, queue.splice(0))
  }

  return {
    approvers: counters.map(({ approver, queue }) => ({
      id: approver.id,
      human: approver.human,
      ...(approver.answersLater === undefined ? {} : { answersLater: approver.answersLater }),
      async *ask(requests, signal) {
        const answers = requests.map((request) => {
          const { promise, resolve: answer, reject: fail } = Promise.withResolvers<ApprovalDecision | undefined>()
          signal.addEventListener('abort', () => answer(undefined), { once: true })
          queue.push({ request, signal, answer, fail })
          undecided.delete(request.toolCallId)
          return promise
        })
        send()
        for (const answer of answers) {
          const decision = await answer
          if (decision !== undefined) yield decision
        }
      },
    })),
    enter: (toolCallId) => void undecided.add(toolCallId),
    leave: (toolCallId) => {
      undecided.delete(toolCallId)
      send()
    },
  }
}

/** Asks one approver the whole batch. Requests that it leaves open are abstained from; its failure is theirs. */
async function askAsOne(approver: Approver, batch: readonly Waiting[]): Promise<void> {
  const open = new Map(batch.filter(({ signal }) => !signal.aborted).map((waiting) => [waiting.request.id, waiting]))
  const asking = new AbortController()
  const stopWhenNobodyWaits = () => {
    if (batch.every(({ signal }) => signal.aborted)) asking.abort(batch.at(-1)?.signal.reason)
  }
  for (const { signal } of batch) signal.addEventListener('abort', stopWhenNobodyWaits, { once: true })
  try {
    for await (const decision of approver.ask(
      [...open.values()].map(({ request }) => request),
      asking.signal,
      { signalOf: (requestId) => open.get(requestId)?.signal ?? asking.signal },
    )) {
      open.get(decision.requestId)?.answer(decision)
    }
    for (const { answer } of open.values()) answer(undefined)
  } catch (error) {
    for (const { fail } of open.values()) fail(error)
  }
}
