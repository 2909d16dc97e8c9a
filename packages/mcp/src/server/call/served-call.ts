import type { DrawbridgeEvent, Outcome, Run } from '@drawbridge/core'
import type { Clock } from '@drawbridge/core/base'
import { describeEvent, type EventCatalogue } from '@drawbridge/core/event'
import type { ClientAbility } from '@drawbridge/core/registry'
import { type InputRequest, type InputRequests, inputRequired } from '@modelcontextprotocol/server'
import { createElicitationApprover, type Elicit } from '../approval/elicitation-approver.ts'
import type { FormAnswer } from '../approval/read-approval-answer.ts'
import { createElicitationQuestioner } from '../question/elicitation-questioner.ts'
import { createCallerClient, type SendRequest } from './caller-client.ts'
import type { Exchange } from './exchange.ts'
import { createHeldRequests, readAnswer } from './held-requests.ts'

/** The interval at which a call that waits for a person reports that it is alive, in milliseconds. */
const waitingIntervalMs = 15_000

/** Below the sixty seconds after which clients give a request up. Milliseconds. */
const defaultUnaskedWaitMs = 45_000

/** The key of a question to the client's user, for approval or of `ask.user`. */
const questionKey = 'approval'

/** Shared by all calls: most of the cost of an error is its stack. */
const callIsOver = new DOMException('The call is over.', 'AbortError')

/** The state of a call after one request. */
export type CallStep =
  | { readonly type: 'ended'; readonly outcome: Outcome; readonly missing: ReadonlySet<ClientAbility> }
  /** The client is to fetch answers and to call again. */
  | { readonly type: 'asking'; readonly requests: InputRequests }

/** One call on its way through the pipeline, however many requests of the client it takes. */
export interface ServedCall {
  /** Resolves when the call is over. */
  readonly ended: Promise<Outcome>
  /** Serves the call within one request of the client, which may cancel it. */
  within(exchange: Exchange): Promise<CallStep>
  /** The client's answers to what the last step asked. */
  answer(responses: Readonly<Record<string, unknown>> | undefined): void
  abort(reason: unknown): void
}

/** The ways to ask the client, and for what. */
export interface ClientReach {
  readonly abilities: ReadonlySet<ClientAbility>
  /** Sends a request of our own while the client's waits. Without it the client's request is answered with what is asked. */
  readonly send?: (request: InputRequest, signal: AbortSignal) => Promise<unknown>
  /** Answers that came with the first request. They count for what a tool asks, never for approvals. */
  readonly early?: Readonly<Record<string, unknown>>
}

export interface ServedCallOptions {
  readonly run: Pick<Run, 'call'>
  readonly name: string
  readonly arguments: unknown
  readonly reach: ClientReach
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
  const { run, reach, clock, approvalHint = '', questionHint = '' } = options
  const controller = new AbortController()
  const held = createHeldRequests()
  const missing = new Set<ClientAbility>()
  let exchange: Exchange | undefined = first
  let waiting: Disposable | undefined
  let isOver = false
  /** Ends what the client is asked. Most calls ask nothing, so that it is not made for each. */
  let asking: AbortController | undefined

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
    exchange?.log?.(describeEvent(event, options.events))
  }
  const send: SendRequest = (key, request, signal) =>
    reach.send === undefined ? held.ask(key, request, signal) : reach.send(request, signal)
  const elicit: Elicit = async ({ form }, signal) =>
    (await send(questionKey, inputRequired.elicit(form), signal)) as FormAnswer
  const early = new Map(Object.entries(reach.early ?? {}))
  const client = createCallerClient({
    abilities: reach.abilities,
    send: (key, request, signal) => {
      const answer = readAnswer(request, Object.fromEntries(early), key)
      early.delete(key)
      return answer === undefined ? send(key, request, signal) : Promise.resolve(answer)
    },
    signal: () => {
      asking ??= new AbortController()
      if (isOver) asking.abort(callIsOver)
      return AbortSignal.any([controller.signal, asking.signal])
    },
    log: (line, level) => exchange?.log?.(line, level),
    onMissing: (ability) => missing.add(ability),
  })
  const asksUser = reach.abilities.has('elicit')
  const call = { name: options.name, arguments: options.arguments }
  // A client that does not ask its user does not know that it waits for one, and gives up after a minute as a rule. Its model is told
  // before that how to go on.
  const patience = asksUser ? {} : { approvalTimeoutMs: options.unaskedWaitMs ?? defaultUnaskedWaitMs }
  const ended = run
    .call(call, {
      signal: controller.signal,
      approvers: asksUser ? [createElicitationApprover(elicit)] : [],
      questioners: asksUser ? [createElicitationQuestioner(elicit)] : [],
      client,
      onEvent: hear,
      ...patience,
    })
    .finally(() => {
      waiting?.[Symbol.dispose]()
      isOver = true
      asking?.abort(callIsOver)
    })

  return {
    ended,
    within: async (current) => {
      const onAbort = () => controller.abort(current.signal.reason)
      exchange = current
      current.signal.addEventListener('abort', onAbort, { once: true })
      if (current.signal.aborted) onAbort()
      try {
        return await Promise.race([
          ended.then((outcome) => ({ type: 'ended', outcome, missing }) as const),
          held.waiting().then((requests) => ({ type: 'asking', requests }) as const),
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

/** Calls `beat` every `intervalMs` until disposed. */
function startHeartbeat(clock: Clock, intervalMs: number, beat: () => void): Disposable {
  let next = clock.after(intervalMs, onTime)
  return { [Symbol.dispose]: () => next[Symbol.dispose]() }

  function onTime(): void {
    next = clock.after(intervalMs, onTime)
    beat()
  }
}
