import type { Approver } from '../../approval/approver.ts'
import type { EventLog, EventSink } from '../../event/event-log.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { Questioner } from '../../question/questioner.ts'
import type { CallerClient } from '../../tool/caller-client.ts'
import type { RunContext } from '../run-context.ts'
import { callTool } from './call-tool.ts'

/** The options of one call, in addition to those of its run. */
export interface CallOptions {
  /** Ends this call alone, with the code `aborted`. */
  readonly signal?: AbortSignal
  /** Asked about this call together with the run's approvers, such as the person behind the client that sent it. Those without a person do not count. */
  readonly approvers?: readonly Approver[]
  /** The longest wait for approval of this call, if its caller waits less than the run would. Milliseconds. */
  readonly approvalTimeoutMs?: number
  /** Carry questions of this call together with the run's questioners. */
  readonly questioners?: readonly Questioner[]
  /** The program that sent the call, which its tool may ask. */
  readonly client?: CallerClient
  /** Hears the events of this call alone, scrubbed, as they happen. */
  readonly onEvent?: EventSink
}

/** The options of one call of a turn, or of a call that does not wait for approval. */
export type DetachedCallOptions = Pick<CallOptions, 'signal' | 'questioners' | 'onEvent'>

/** Takes a call through the pipeline in its run's context, joined with what this one call brings along. */
export async function callInScope(raw: unknown, context: RunContext, options: CallOptions): Promise<Outcome> {
  using scope = openScope(context, options)
  return await callTool(raw, scope.context)
}

/** Joins a run's context with the options of one call. The call's events are heard until the scope is disposed of. */
export function openScope(
  context: RunContext,
  { signal, approvers = [], questioners = [], approvalTimeoutMs = Infinity, client, onEvent }: CallOptions,
): Disposable & { readonly context: RunContext } {
  const listening = onEvent && listen(context.events, onEvent)
  return {
    context: {
      ...context,
      settings: {
        ...context.settings,
        approvalTimeoutMs: Math.min(approvalTimeoutMs, context.settings.approvalTimeoutMs),
      },
      signal: signal === undefined ? context.signal : AbortSignal.any([context.signal, signal]),
      approvers: [...context.approvers, ...approvers.filter(({ human }) => human)],
      questioners: [...context.questioners, ...questioners],
      ...(client === undefined ? {} : { client }),
      events: listening?.events ?? context.events,
    },
    [Symbol.dispose]: () => listening?.[Symbol.dispose](),
  }
}

/** An event log that tells the sink of what is written through it, under the stamps of the log behind it. */
function listen(log: EventLog, sink: EventSink): Disposable & { readonly events: EventLog } {
  const ownCalls = new Set<string>()
  const subscription = log.subscribe((event) => {
    if ('toolCallId' in event && ownCalls.has(event.toolCallId)) sink(event)
  })
  const note = (body: object) => {
    if ('toolCallId' in body && typeof body.toolCallId === 'string') ownCalls.add(body.toolCallId)
  }
  return {
    events: {
      announce: (body, run) => {
        note(body)
        log.announce(body, run)
      },
      record: (body, ...how) => {
        note(body)
        return log.record(body, ...how)
      },
      subscribe: log.subscribe,
    },
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  }
}
