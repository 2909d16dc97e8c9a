import type { ApprovalRequest, DetachedCallOptions, DrawbridgeEvent } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import type { CallEnd } from './call-end.ts'
import type { ShownTool } from './list-tools.ts'
import type { ModelCall, SessionCalls } from './session-calls.ts'
import { withDistinctIds } from './with-distinct-ids.ts'

/** The options of `answer`. */
export interface AnswerOptions {
  /** Ends the calls of the message. */
  readonly signal?: AbortSignal
  /** The conversation so far, in the library's form. The words of its user are reported to the session, each once. */
  readonly messages?: unknown
  /** Hears the events of each call, scrubbed, as they happen: progress, decisions. */
  readonly onEvent?: (callId: string, event: DrawbridgeEvent) => void
}

/**
 * The answer to the calls of one message. `answered`: append the message and then these messages to the conversation; there are
 * none if the message has no calls. `pending`: some calls wait for approval. Give each its answer among the approvals, then pass the same
 * message to `answer` again. A request has the id of its call; calls that share one are told apart as `id` and `id (2)`.
 */
export type Answer<Message> =
  | { readonly status: 'answered'; readonly messages: readonly Message[] }
  | { readonly status: 'pending'; readonly requests: ReadonlyMap<string, ApprovalRequest> }

/** Runs the calls of one message of a model. Never rejects. */
export type AnswerMessage<Given, Message> = (message: Given, options?: AnswerOptions) => Promise<Answer<Message>>

/** A call in a message of a provider. */
export interface GivenCall<Raw> {
  readonly id: string
  readonly name: string
  /** An object, or its JSON text. */
  readonly arguments: unknown
  readonly raw: Raw
}

/** Makes the function that answers messages, from the ways in which a provider writes calls and results. */
export function answerWith<Given, Raw, Message>(
  calls: SessionCalls,
  shown: readonly ShownTool[],
  form: {
    callsOf(message: Given): readonly GivenCall<Raw>[]
    messagesOf(ends: readonly { readonly call: Raw; readonly id: string; readonly end: CallEnd }[]): readonly Message[]
  },
): AnswerMessage<Given, Message> {
  const tools = new Map(shown.map((tool) => [tool.name, tool]))
  return async (message, { signal, onEvent, messages } = {}) => {
    if (messages !== undefined) calls.hear(messages)
    const given = form.callsOf(message)
    if (given.length === 0) return { status: 'answered', messages: [] }
    const made = withDistinctIds(given.map((call) => readCall(call, tools.get(call.name))))
    const optionsOf = (index: number): DetachedCallOptions => ({
      ...defined({ signal }),
      ...(onEvent && { onEvent: (event) => onEvent(made[index]?.id ?? '', event) }),
    })
    const ends = await calls.runTurn(made, optionsOf)
    const waiting = made.flatMap(({ id }) => {
      const request = calls.approvals.request(id)
      return request === undefined ? [] : [[id, request] as const]
    })
    if (waiting.length > 0) return { status: 'pending', requests: new Map(waiting) }
    const results = given.flatMap(({ id, raw }, index) => {
      const end = ends[index]
      return end === undefined ? [] : [{ call: raw, id, end }]
    })
    return { status: 'answered', messages: form.messagesOf(results) }
  }
}

function readCall({ id, name, arguments: given }: GivenCall<unknown>, tool: ShownTool | undefined): ModelCall {
  return { id, name, arguments: tool === undefined ? given : tool.read(parsed(given)) }
}

/** Text that is not JSON stays: Drawbridge explains to the model what is wrong with it. */
function parsed(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    return given
  }
}
