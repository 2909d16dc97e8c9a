import { askApprovers } from '../approval/ask-approvers.ts'
import { digestOfCall } from './digest-of-call.ts'
import { execute } from './execute.ts'
import type { Ports } from './run-context.ts'

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
