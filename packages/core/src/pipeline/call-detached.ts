import type { PendingCall } from '../approval/pending-receipt.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { finishCall } from './finish-call.ts'
import { receiveCall } from './receive-call.ts'
import type { RunContext } from './run-context.ts'
import { admission, inspection } from './stages.ts'

/**
 * Takes a call through the same gates as `callTool`, in a run that does not wait for people: one that needs approval gives back
 * the place it held and comes out as a receipt. It has no outcome yet.
 */
export async function callDetached(raw: unknown, context: RunContext): Promise<Outcome | PendingCall> {
  const inspected = receiveCall(await inspection.pass({ raw, receivedAt: context.clock.now() }, context), context)
  const passage = inspected.passed ? await admission.pass(inspected.call, context) : inspected
  if (passage.passed || passage.stop.receipt === undefined) return finishCall(passage, context)
  passage.call.grant?.release()
  const { receipt, failure } = passage.stop
  return { ...receipt, text: failure?.message ?? '' }
}
