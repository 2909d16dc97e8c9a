import type { CallSoFar } from './call.ts'
import { internalError } from './internal-error.ts'
import type { RunContext } from './run-context.ts'
import { type Gate, isStop, type Stop } from './stage.ts'

/** How far a call got: through all gates, or to the one that ended it. */
export type Passage<Out> =
  | { readonly passed: true; readonly call: Out }
  | { readonly passed: false; readonly call: CallSoFar; readonly stop: Stop }

/**
 * Gates in the order in which calls pass them. Each `with` compiles only where the gates before it have found out what the new
 * one needs, so the order in the list is checked like any other type. A gate that throws ends the call as one that stops it does.
 */
export interface Sequence<In extends CallSoFar, Out extends In> {
  with<Next extends Out>(gate: Gate<Out, Next>): Sequence<In, Next>
  /** With all gates of another sequence behind its own. */
  followedBy<Next extends Out>(others: Sequence<Out, Next>): Sequence<In, Next>
  readonly gates: readonly UntypedGate[]
  pass(call: In, context: RunContext): Promise<Passage<Out>>
}

export function sequence<In extends CallSoFar, Out extends In>(first: Gate<In, Out>): Sequence<In, Out> {
  return extend([first as UntypedGate])
}

/** What the list holds: the types were checked when the gate was added. */
type UntypedGate = Gate<CallSoFar, CallSoFar>

function extend<In extends CallSoFar, Out extends In>(gates: readonly UntypedGate[]): Sequence<In, Out> {
  return {
    gates,
    with: <Next extends Out>(gate: Gate<Out, Next>) => extend<In, Next>([...gates, gate as unknown as UntypedGate]),
    followedBy: <Next extends Out>(others: Sequence<Out, Next>) => extend<In, Next>([...gates, ...others.gates]),
    pass: async (call, context) => {
      let reached: CallSoFar = call
      try {
        for (const gate of gates) {
          const next = gate(reached, context)
          const settled = next instanceof Promise ? await next : next
          if (isStop(settled)) return { passed: false, call: reached, stop: settled }
          reached = settled
        }
      } catch (error) {
        return { passed: false, call: reached, stop: internalError(error) }
      }
      return { passed: true, call: reached as Out }
    },
  }
}
