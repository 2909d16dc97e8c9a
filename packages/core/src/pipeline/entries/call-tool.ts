import { type PendingCall, pendingCall } from '../../approval/pending-receipt.ts'
import type { Arrival } from '../../limit/arrival-order.ts'
import type { Outcome } from '../../outcome/outcome.ts'
import type { IncomingCall, TargetedCall } from '../call.ts'
import { finishCall } from '../exits/finish-call.ts'
import { locksFor } from '../gates/locks-for.ts'
import type { RunContext } from '../run-context.ts'
import type { Passage } from '../stage.ts'
import { admission, inspection, lookingAgain } from '../stages.ts'
import { receiveCall } from './receive-call.ts'

/**
 * The one way in: takes a call from any origin through the gates, runs it, and brings its one outcome out through the exit.
 * Never throws and never rejects, whatever the call, its tool or a component does.
 */
export async function callTool(raw: unknown, context: RunContext): Promise<Outcome> {
  const arrival = context.ports.arrive(context.session)
  // Not `using`, which costs a call without targets as much as its policy.
  try {
    // Even a call that waits for nothing returns to its caller first, so that it can make other calls or abort before
    // anything is held or done.
    const received = receiveCall(await inspection.pass(incoming(raw, arrival, context), context), context)
    const following = followOthers(received, context)
    const inspected = following === undefined ? received : await following
    const admitting = inspected.passed ? admission.pass(inspected.call, context) : inspected
    const finishing = finishCall(admitting instanceof Promise ? await admitting : admitting, context)
    return finishing instanceof Promise ? await finishing : finishing
  } finally {
    arrival?.[Symbol.dispose]()
  }
}

/**
 * Takes a call through the same gates as `callTool`, in a run that does not wait for people: one that needs approval gives back
 * the place it held and comes out as a receipt. It has no outcome yet.
 */
export async function callDetached(raw: unknown, context: RunContext): Promise<Outcome | PendingCall> {
  using arrival = context.ports.arrive(context.session)
  const received = receiveCall(await inspection.pass(incoming(raw, arrival, context), context), context)
  const inspected = (await followOthers(received, context)) ?? received
  const passage = inspected.passed ? await admission.pass(inspected.call, context) : inspected
  if (passage.passed || passage.stop.receipt === undefined) return await finishCall(passage, context)
  passage.call.grant?.release()
  const { receipt, failure } = passage.stop
  return pendingCall(receipt, failure)
}

function incoming(raw: unknown, arrival: Arrival | undefined, { clock }: RunContext): IncomingCall {
  const receivedAt = clock.now()
  return arrival === undefined ? { raw, receivedAt } : { raw, receivedAt, arrival }
}

/**
 * Waits for the calls before this one that touch the same paths, and then looks at its targets again, which they may have changed.
 * Undefined if there are none.
 */
function followOthers(passage: Passage<TargetedCall>, context: RunContext): Promise<Passage<TargetedCall>> | undefined {
  if (!passage.passed) return undefined
  const { call } = passage
  const following = call.arrival?.follow(locksFor(call.targets), context.signal)
  return following?.then(() => lookingAgain.pass(call, context))
}
