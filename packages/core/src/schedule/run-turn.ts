import type { DrawbridgeEvent } from '../event/drawbridge-event.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { noteEvent } from '../pipeline/note-event.ts'
import type { RunContext } from '../pipeline/run-context.ts'
import { createChannel } from './channel.ts'
import { runCalls } from './run-calls.ts'
import { defaultTurnLimits, type TurnLimits } from './turn-state.ts'

/** The progress of a turn: what happens to its calls, and the one outcome of each. */
export type TurnOutput =
  | { readonly type: 'event'; readonly event: DrawbridgeEvent }
  /** `index`: position of the call in the turn. */
  | { readonly type: 'outcome'; readonly index: number; readonly outcome: Outcome }

/**
 * Runs the tool calls of one model turn: reads together, writes one by one in order, agent calls together, questions to
 * the approver as one. Ends after exactly one outcome per call. If the reader stops early, the rest is aborted.
 */
export async function* runTurn(
  calls: readonly unknown[],
  context: RunContext,
  limits: Partial<TurnLimits> = {},
): AsyncGenerator<TurnOutput, void> {
  const outputs = createChannel<TurnOutput>()
  using _listening = context.events.subscribe((event) => {
    if (event.run === context.principal.run) outputs.send({ type: 'event', event })
  })
  const leaving = new AbortController()
  const signal = AbortSignal.any([context.signal, leaving.signal])
  const turnContext = { ...context, signal, hookTime: { spentMs: 0 } }
  let isOver = false
  const finished = runCalls(calls, turnContext, { ...defaultTurnLimits, ...limits }, (index, outcome) =>
    outputs.send({ type: 'outcome', index, outcome }),
  ).finally(() => {
    isOver = true
    outputs.close()
  })
  const turn = context.journal.turns
  try {
    yield* outputs.read()
  } finally {
    leaving.abort()
    if (!isOver && !context.signal.aborted) noteEvent({ type: 'turn.aborted', turn }, context)
    await finished
  }
}
