import { channel } from 'node:diagnostics_channel'
import type { PendingReceipt } from '../approval/pending-receipt.ts'
import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { errorMessage } from '../error/error-message.ts'
import type { EndNotes } from '../event/families/call-events.ts'
import { type Failure, failure } from '../outcome/failure.ts'
import type { Decision } from '../policy/decision.ts'
import type { CallSoFar } from './call.ts'
import type { Ending } from './ending.ts'
import type { RunContext } from './run-context.ts'

const stageChannel = channel('drawbridge:stage')

/** One stage of the exit: it runs for every outcome, whatever ended the call. */
export type Exit = (ending: Ending, context: RunContext) => Ending | Promise<Ending>

/** A gate's word that the call ends here. */
export interface Stop {
  readonly stopped: 'failed' | 'denied' | 'cancelled'
  readonly failure: Failure
  /** The policy's decision, if the call got that far. */
  readonly decision?: Decision
  /** The time for which the call waited for an answer, in milliseconds. */
  readonly waitedMs?: number
  /** The reason, in addition to the code of the failure. */
  readonly notes?: EndNotes
  /** Set in a detached run: the call has not ended but waits, and this is what brings it back. */
  readonly receipt?: PendingReceipt
}

/** One stage of the gates: adds what it found out to the call, or ends it. */
export type Gate<In extends CallSoFar, Out extends In> = (
  call: In,
  context: RunContext,
) => Out | Stop | Promise<Out | Stop>

export function stop(stopped: Stop['stopped'], failure: Failure, decision?: Decision): Stop {
  return decision === undefined ? { stopped, failure } : { stopped, failure, decision }
}

export function isStop(value: object): value is Stop {
  return 'stopped' in value
}

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
      const next = published(gate(reached, context), gate, reached, context)
      if (next instanceof Promise) return passAfter(next, gates.slice(tried), reached, context)
      if (isStop(next)) return { passed: false, call: reached, stop: next }
      reached = next
    }
  } catch (error) {
    return { passed: false, call: reached, stop: internalError(error) }
  }
  return { passed: true, call: reached }
}

/**
 * Tells tools that watch the process that a call has left a stage, and returns what the stage returned.
 * @param stage Its name is read only if somebody watches.
 */
export function published<Result>(
  result: Result,
  stage: { readonly name: string },
  { toolCallId, tool }: Pick<CallSoFar, 'toolCallId' | 'tool'>,
  { principal: { session, run } }: Pick<RunContext, 'principal'>,
): Result {
  if (!stageChannel.hasSubscribers) return result
  const publish = (settled: unknown) => {
    const ended =
      typeof settled === 'object' && settled !== null && isStop(settled) ? { stopped: settled.failure.code } : {}
    // A bundler may have numbered the name of a function.
    const name = stage.name.replace(/\$\d+$/, '')
    stageChannel.publish({ stage: name, session, run, toolCallId, tool: tool?.name, ...ended })
  }
  if (result instanceof Promise) result.then(publish, () => undefined)
  else publish(result)
  return result
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
