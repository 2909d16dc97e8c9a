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
  const inspected = receiveCall(await inspection.pass({ raw, receivedAt: context.clock.now() }, context), context)
  return finishCall(inspected.passed ? await admission.pass(inspected.call, context) : inspected, context)
}
