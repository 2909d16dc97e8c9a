import type { Outcome } from '../outcome/outcome.ts'
import { finishCall } from './finish-call.ts'
import { receiveCall } from './receive-call.ts'
import type { RunContext } from './run-context.ts'
import { admission, inspection } from './stages.ts'

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
