import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { errorMessage } from '../error/error-message.ts'
import { failure } from '../outcome/failure.ts'
import type { CallSoFar } from './call.ts'
import type { RunContext } from './run-context.ts'
import { type Gate, isStop, type Stop, stop } from './stage.ts'

/** The progress of a call: it passed all gates, or one of them ended it. */
export type Passage<Out> =
  | { readonly passed: true; readonly call: Out }
  | { readonly passed: false; readonly call: CallSoFar; readonly stop: Stop }

/**
 * Gates in the order in which calls pass them. Each `with` compiles only if the gates before it add what the new one needs, so the
 * compiler checks the order. A gate that throws ends the call, like a gate that stops it.
 */
export interface Sequence<In extends CallSoFar, Out extends In> {
  with<Next extends Out>(gate: Gate<Out, Next>): Sequence<In, Next>
  /** With all gates of another sequence behind its own. */
  followedBy<Next extends Out>(others: Sequence<Out, Next>): Sequence<In, Next>
  readonly gates: readonly UntypedGate[]
  /** Returns a promise only if a gate did. */
  pass(call: In, context: RunContext): Passage<Out> | Promise<Passage<Out>>
}

export function sequence<In extends CallSoFar, Out extends In>(first: Gate<In, Out>): Sequence<In, Out> {
  return extend([first as UntypedGate])
}

/** The type of the list's entries: the real types were checked when the gate was added. */
type UntypedGate = Gate<CallSoFar, CallSoFar>

function extend<In extends CallSoFar, Out extends In>(gates: readonly UntypedGate[]): Sequence<In, Out> {
  return {
    gates,
    with: <Next extends Out>(gate: Gate<Out, Next>) => extend<In, Next>([...gates, gate as unknown as UntypedGate]),
    followedBy: <Next extends Out>(others: Sequence<Out, Next>) => extend<In, Next>([...gates, ...others.gates]),
    pass: (call, context) => passThrough(gates, call, context) as Passage<Out> | Promise<Passage<Out>>,
  }
}

type Passing = Passage<CallSoFar> | Promise<Passage<CallSoFar>>

function passThrough(gates: readonly UntypedGate[], call: CallSoFar, context: RunContext): Passing {
  let reached = call
  let tried = 0
  try {
    for (const gate of gates) {
      tried += 1
      const next = gate(reached, context)
      if (next instanceof Promise) return passAfter(next, gates.slice(tried), reached, context)
      if (isStop(next)) return { passed: false, call: reached, stop: next }
      reached = next
    }
  } catch (error) {
    return { passed: false, call: reached, stop: internalError(error) }
  }
  return { passed: true, call: reached }
}

/** Goes on behind a gate that waits. */
async function passAfter(
  waiting: Promise<CallSoFar | Stop>,
  gates: readonly UntypedGate[],
  reached: CallSoFar,
  context: RunContext,
): Promise<Passage<CallSoFar>> {
  try {
    const settled = await waiting
    if (isStop(settled)) return { passed: false, call: reached, stop: settled }
    return await passThrough(gates, settled, context)
  } catch (error) {
    return { passed: false, call: reached, stop: internalError(error) }
  }
}

/**
 * Returns the end of a call for a fault of Drawbridge itself, so that no one looks for the fault in the call. If the
 * store failed, the code says so: the call can be repeated once the store is back.
 */
export function internalError(error: unknown): Stop {
  const reason = errorMessage(error)
  const cause = failure(
    DrawbridgeError.isInstance(error) && error.code.startsWith('store_') ? 'store_unavailable' : 'internal_error',
    `Drawbridge itself failed on this call: ${reason} The call itself may be correct.`,
  )
  return { ...stop('failed', cause), notes: { cause: { at: 'drawbridge', reason } } }
}
