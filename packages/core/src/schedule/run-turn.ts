import type { PendingCall } from '../approval/pending-receipt.ts'
import { followSignal } from '../base/follow-signal.ts'
import type { DrawbridgeEvent } from '../event/drawbridge-event.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { type DetachedCallOptions, openScope } from '../pipeline/entries/call-in-scope.ts'
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

/** The progress of a turn whose calls do not wait for approval: what needs one comes out as a receipt. */
export type DetachedTurnOutput =
  | TurnOutput
  | { readonly type: 'pending'; readonly index: number; readonly receipt: PendingCall }

/** The options of a turn. */
export interface TurnOptions {
  readonly limits?: Partial<TurnLimits>
  /** Returns the options of one call of the turn, by its position. */
  readonly optionsOf?: (index: number) => DetachedCallOptions
  /** In a detached run: true if an earlier write of the same model turn waits for approval, so that nothing starts. */
  readonly isHeld?: boolean
}

/**
 * Runs the tool calls of one model turn: reads together, writes one by one in order, agent calls together, questions to
 * the approver as one. Ends after exactly one outcome per call. If the reader stops early, the rest is aborted.
 */
export function runTurn(
  calls: readonly unknown[],
  context: RunContext,
  options?: TurnOptions,
): AsyncGenerator<TurnOutput, void> {
  // Calls of an attached run wait for their approval, so none comes out as a receipt.
  return runDetachedTurn(calls, context, options) as AsyncGenerator<TurnOutput, void>
}

/** Made once, since its stack costs more than the rest of a turn's end. */
const turnIsOver = new DOMException('The turn is over.', 'AbortError')

/**
 * Runs the tool calls of one model turn like `runTurn`, but waits for no approval: a call that needs one comes out as a receipt.
 * Behind a write that comes out so, other calls may come out as receipts too, and none is started.
 */
export async function* runDetachedTurn(
  calls: readonly unknown[],
  context: RunContext,
  { limits, optionsOf, isHeld = false }: TurnOptions = {},
): AsyncGenerator<DetachedTurnOutput, void> {
  const outputs = createChannel<DetachedTurnOutput>()
  using _listening = context.events.subscribe((event) => {
    if (event.run === context.principal.run) outputs.send({ type: 'event', event })
  })
  using leaving = followSignal(context.signal)
  const turnContext = { ...context, signal: leaving.signal, hookTime: { spentMs: 0 } }
  const scopes = optionsOf === undefined ? [] : calls.map((_, index) => openScope(turnContext, optionsOf(index)))
  let isOver = false
  const finished = runCalls(
    calls,
    turnContext,
    { ...defaultTurnLimits, ...limits, isHeld },
    (index, ended) =>
      outputs.send(
        ended.status === 'pending'
          ? { type: 'pending', index, receipt: ended }
          : { type: 'outcome', index, outcome: ended },
      ),
    (index) => scopes[index]?.context ?? turnContext,
  ).finally(() => {
    isOver = true
    outputs.close()
  })
  const turn = context.journal.turns
  try {
    yield* outputs.read()
  } finally {
    if (!isOver) {
      leaving.abort(turnIsOver)
      if (!context.signal.aborted) noteEvent({ type: 'turn.aborted', turn }, context)
    }
    await finished
    for (const scope of scopes) scope[Symbol.dispose]()
  }
}
