import { scriptsOf } from '../approval/call-digest.ts'
import { digestOfCall } from '../pipeline/approve/request-approval.ts'
import type { TargetedCall } from '../pipeline/call.ts'
import type { RunContext } from '../pipeline/run-context.ts'
import { redactionMarker } from '../scrub/index.ts'
import type { CallHistory } from './history.ts'

/**
 * Returns the digest of a call in a replay. It is computed again if the record has everything that it is computed from, and taken
 * from the record if a secret was redacted or scripts were part of it. A change after the approval is repeated as a change.
 */
export function createRecordedDigest({ slots, end }: CallHistory) {
  const requests = slots.flatMap(({ event }) => {
    if (event.type === 'permission.requested') return [event.request]
    return event.type === 'tool.resumed' ? [event.receipt.request] : []
  })
  const wasVoid = end?.voidedBy === 'digest' && end.stoppedAt !== 'before_start'
  const isResumed = slots[0]?.event.type === 'tool.resumed'
  let times = 0
  return async (call: TargetedCall, context: RunContext): Promise<string> => {
    times += 1
    const [request] = requests
    if (wasVoid && (times > 1 || isResumed)) return 'changed'
    return request === undefined || isWhole(call) ? digestOfCall(call, context) : request.digest
  }
}

function isWhole({ input, targets }: TargetedCall): boolean {
  return scriptsOf(targets).length === 0 && !JSON.stringify([input, targets]).includes(redactionMarker)
}
