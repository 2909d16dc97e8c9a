import type { ApprovalDecision, ApprovalRequest } from './approval-request.ts'
import type { Approver } from './approver.ts'
import { answers } from './ask-approvers.ts'
import { inOrderOfArrival } from './in-order-of-arrival.ts'

/** The sender of an answer; says if a person gave it. */
export interface AnswerSender {
  readonly client: string
  readonly human: boolean
}

/** The result of an answer. Only `accepted` changed anything. */
export type AnswerReceipt =
  | { readonly status: 'accepted' }
  /** Another answer came first, perhaps from the same client; or the question was withdrawn. */
  | { readonly status: 'already_settled'; readonly by: string }
  | { readonly status: 'unknown_request' }
  | { readonly status: 'not_offered' }
  /** A client that carries no person's decision cannot settle a question. */
  | { readonly status: 'not_human' }

/** A client that follows requests and their ends. */
export interface InboxListener {
  requested(request: ApprovalRequest): void
  settled(requestId: string, by: string): void
}

/**
 * An approver whose answers come from outside at any time: from clients of a server, a dashboard, a chat. Without
 * listeners it abstains at once, so that a question that reaches no one does not wait for its time limit.
 */
export interface ApprovalInbox extends Approver {
  pending(): readonly ApprovalRequest[]
  /** Answers a request. The same answer twice is as good as once. */
  answer(decision: ApprovalDecision, sender: AnswerSender): AnswerReceipt
  /** Tells of requests and their ends, beginning with those that wait already. */
  listen(listener: InboxListener): Disposable
}

interface Waiting {
  readonly request: ApprovalRequest
  readonly settle: (decision: ApprovalDecision | undefined, by: string) => void
}

/** Settled requests that late answers are still told about. */
const remembered = 1_000

/** Creates an inbox. */
export function createApprovalInbox(id: string): ApprovalInbox {
  const waiting = new Map<string, Waiting>()
  const settled = new Map<string, string>()
  const listeners = new Set<InboxListener>()

  const remember = (requestId: string, by: string) => {
    settled.set(requestId, by)
    const oldest = settled.size > remembered ? settled.keys().next().value : undefined
    if (oldest !== undefined) settled.delete(oldest)
    for (const listener of listeners) listener.settled(requestId, by)
  }

  const wait = (request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalDecision | undefined> => {
    const { promise, resolve } = Promise.withResolvers<ApprovalDecision | undefined>()
    const settle: Waiting['settle'] = (decision, by) => {
      if (!waiting.delete(request.id)) return
      remember(request.id, by)
      resolve(decision)
    }
    waiting.set(request.id, { request, settle })
    if (signal.aborted) settle(undefined, 'nobody')
    signal.addEventListener('abort', () => settle(undefined, 'somebody else'), { once: true })
    for (const listener of listeners) listener.requested(request)
    return promise
  }

  return {
    id,
    human: true,
    async *ask(requests, signal, watch) {
      if (listeners.size === 0) return
      const asked = requests.map((request) => wait(request, watch?.signalOf(request.id) ?? signal))
      yield* inOrderOfArrival(asked)
    },
    pending: () => [...waiting.values()].map(({ request }) => request),
    answer: (decision, { client, human }) => {
      const by = settled.get(decision.requestId)
      if (by !== undefined) return { status: 'already_settled', by }
      const open = waiting.get(decision.requestId)
      if (open === undefined) return { status: 'unknown_request' }
      if (!human) return { status: 'not_human' }
      if (!answers(decision, open.request)) return { status: 'not_offered' }
      open.settle({ ...decision, decidedBy: client }, client)
      return { status: 'accepted' }
    },
    listen: (listener) => {
      listeners.add(listener)
      for (const { request } of waiting.values()) listener.requested(request)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
  }
}
