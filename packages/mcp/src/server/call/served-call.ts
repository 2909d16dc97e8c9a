import type { DrawbridgeEvent, Outcome, Run } from '@drawbridge/core'
import type { Clock } from '@drawbridge/core/base'
import { describeEvent, type EventCatalogue } from '@drawbridge/core/event'
import { createElicitationApprover, type Elicit, type Question } from '../approval/elicitation-approver.ts'
import type { FormAnswer } from '../approval/read-approval-answer.ts'
import { createElicitationQuestioner } from '../question/elicitation-questioner.ts'
import type { Exchange } from './exchange.ts'
import { createHeldQuestion } from './held-question.ts'

/** The interval at which a call that waits for a person reports that it is alive, in milliseconds. */
const waitingIntervalMs = 15_000

/** Below the sixty seconds after which clients give a request up. Milliseconds. */
const defaultUnaskedWaitMs = 45_000

/** The state of a call after one request. */
export type CallStep =
  | { readonly type: 'ended'; readonly outcome: Outcome }
  /** The client is to fetch an answer and to call again. */
  | { readonly type: 'asking'; readonly question: Question }

/** One call on its way through the pipeline, however many requests of the client it takes. */
export interface ServedCall {
  /** Resolves when the call is over. */
  readonly ended: Promise<Outcome>
  /** Serves the call within one request of the client, which may cancel it. */
  within(exchange: Exchange): Promise<CallStep>
  /** The user's answer to the question that the last step asked. */
  answer(answer: FormAnswer): void
  abort(reason: unknown): void
}

export interface ServedCallOptions {
  readonly run: Pick<Run, 'call'>
  readonly name: string
  readonly arguments: unknown
  /** The way to ask the client's user: at once through `elicit`, or by answering the request with the question. */
  readonly asking: { readonly elicit: Elicit } | 'by-answer' | 'not-at-all'
  /** The other way to approve a call, named to the client while a call waits. */
  readonly approvalHint?: string | undefined
  /** The other way to answer a call's questions, named to the client while it waits. */
  readonly questionHint?: string | undefined
  /** The longest wait for another approver if the client's user is not asked. Milliseconds. */
  readonly unaskedWaitMs?: number | undefined
  readonly clock: Clock
  /** The known event types, for the client's log. Default: those of core. */
  readonly events?: EventCatalogue | undefined
}

/** Starts a call. The request's id stays MCP's own: the pipeline makes the one that pairs call and result. */
export function serveCall(options: ServedCallOptions, first: Exchange): ServedCall {
  const { run, asking, clock, approvalHint = '', questionHint = '' } = options
  const controller = new AbortController()
  const held = createHeldQuestion()
  let exchange: Exchange | undefined = first
  let waiting: Disposable | undefined

  const tellOfWait = (message: string) => {
    waiting?.[Symbol.dispose]()
    waiting = startHeartbeat(clock, waitingIntervalMs, () => exchange?.progress({ message: message.trim() }))
  }
  const hear = (event: DrawbridgeEvent) => {
    switch (event.type) {
      case 'tool.progress':
        exchange?.progress(event)
        return
      case 'permission.requested':
        tellOfWait(`${event.request.tool} waits for approval. ${approvalHint}`)
        break
      case 'question.asked':
        tellOfWait(`A question to you waits for an answer. ${questionHint}`)
        break
      case 'permission.decided':
      case 'permission.failed':
      case 'question.answered':
      case 'question.failed':
        waiting?.[Symbol.dispose]()
        break
    }
    exchange?.log(describeEvent(event, options.events))
  }
  const elicit = asking === 'by-answer' ? held.elicit : asking === 'not-at-all' ? undefined : asking.elicit
  const call = { name: options.name, arguments: options.arguments }
  const approvers = elicit === undefined ? [] : [createElicitationApprover(elicit)]
  const questioners = elicit === undefined ? [] : [createElicitationQuestioner(elicit)]
  const ended = run
    .call(call, { signal: controller.signal, approvers, questioners, onEvent: hear, ...waitOf(options) })
    .finally(() => waiting?.[Symbol.dispose]())

  return {
    ended,
    within: async (current) => {
      const onAbort = () => controller.abort(current.signal.reason)
      exchange = current
      current.signal.addEventListener('abort', onAbort, { once: true })
      if (current.signal.aborted) onAbort()
      try {
        return await Promise.race([
          ended.then((outcome) => ({ type: 'ended', outcome }) as const),
          held.waiting().then((question) => ({ type: 'asking', question }) as const),
        ])
      } finally {
        // Between two requests nothing can be sent to the client, and the answered request can no longer be cancelled.
        current.signal.removeEventListener('abort', onAbort)
        exchange = undefined
      }
    },
    answer: held.answer,
    abort: (reason) => controller.abort(reason),
  }
}

/**
 * A client that does not ask its user does not know that it waits for one, and gives up after a minute as a rule. Its model is told
 * before that how to go on.
 */
function waitOf({ asking, unaskedWaitMs }: ServedCallOptions): { readonly approvalTimeoutMs?: number } {
  return asking === 'not-at-all' ? { approvalTimeoutMs: unaskedWaitMs ?? defaultUnaskedWaitMs } : {}
}

/** Calls `beat` every `intervalMs` until disposed. */
function startHeartbeat(clock: Clock, intervalMs: number, beat: () => void): Disposable {
  let next = clock.after(intervalMs, onTime)
  return { [Symbol.dispose]: () => next[Symbol.dispose]() }

  function onTime(): void {
    next = clock.after(intervalMs, onTime)
    beat()
  }
}
