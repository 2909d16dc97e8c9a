import type { PendingCall } from '../../approval/pending-receipt.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import { finishCall } from '../exits/finish-call.ts'
import type { RunContext } from '../run-context.ts'
import { admission, inspection } from '../stages.ts'
import { receiveCall } from './receive-call.ts'

/**
 * The one way in: takes a call from any origin through the gates, runs it, and brings its one outcome out through the exit.
 * Never throws and never rejects, whatever the call, its tool or a component does.
 */
export async function callTool(raw: unknown, context: RunContext): Promise<Outcome> {
  // Even a call that waits for nothing returns to its caller first, so that it can make other calls or abort before
  // anything is held or done.
  const inspected = receiveCall(await inspection.pass({ raw, receivedAt: context.clock.now() }, context), context)
  if (!inspected.passed) return finishCall(inspected, context)
  const admitting = admission.pass(inspected.call, context)
  return finishCall(admitting instanceof Promise ? await admitting : admitting, context)
}

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
