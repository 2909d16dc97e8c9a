import { askApprovers } from '../approval/ask-approvers.ts'
import type { AuthorizedCall, TargetedCall } from './call.ts'
import { digestOfCall } from './digest-of-call.ts'
import type { Ending } from './ending.ts'
import { execute } from './execute.ts'
import type { RunContext } from './run-context.ts'

/** Where a call meets the world beside the services of its run. A replay has the record speak at each of them. */
export interface Ports {
  /** Asks people and other approvers. */
  readonly ask: typeof askApprovers
  /** Computes the machine's word on all that a call would do. */
  digest(call: TargetedCall, context: RunContext): Promise<string>
  /** Runs the tool. */
  execute(call: AuthorizedCall, context: RunContext): Promise<Ending>
  /** Returns what hooks hear of aborts. @param signal Of their call. */
  hookSignal(signal: AbortSignal): AbortSignal
  /** Resolves when it is the turn of a call to be looked at. */
  enter(): void | Promise<void>
  /** Resolves when it is known whether the call's turn ends it. @param cancelling Aborted if it does. */
  admitted(cancelling: AbortSignal): void | Promise<void>
  /** Says why its turn ends a call if an abort and a failed write meet. @param reason The one that seems to have come first. */
  reasonFor(reason: 'aborted' | 'failed_write'): 'aborted' | 'failed_write'
}

/** The world itself. */
export const livePorts: Ports = {
  ask: askApprovers,
  digest: digestOfCall,
  execute,
  hookSignal: (signal) => signal,
  enter: () => undefined,
  admitted: () => undefined,
  reasonFor: (reason) => reason,
}
