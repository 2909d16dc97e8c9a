import type { PendingReceipt } from '../approval/pending-receipt.ts'
import type { EndNotes } from '../event/families/call-events.ts'
import type { Failure } from '../outcome/failure.ts'
import type { Decision } from '../policy/decision.ts'
import type { CallSoFar } from './call.ts'
import type { Ending } from './ending.ts'
import type { RunContext } from './run-context.ts'

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
