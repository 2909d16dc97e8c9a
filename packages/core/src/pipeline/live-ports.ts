import { askApprovers } from '../approval/ask-approvers.ts'
import { arrivalOrder } from '../limit/arrival-order.ts'
import { digestOfCall } from './approve/request-approval.ts'
import { execute } from './gates/execute.ts'
import type { Ports } from './run-context.ts'

/** The world itself. */
export const livePorts: Ports = {
  ask: askApprovers,
  digest: digestOfCall,
  execute,
  hookSignal: (signal) => signal,
  arrive: (session) => session.use(arrivalOrder).enter(),
  enter: () => undefined,
  admitted: () => false,
  reasonFor: (reason) => reason,
}
