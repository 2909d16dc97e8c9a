import { errorMessage } from '../../error/error-message.ts'
import { failure } from '../../outcome/failure.ts'
import type { AuthorizedCall } from '../call.ts'
import type { RunContext } from '../run-context.ts'
import { type Stop, stop } from '../stage.ts'

/**
 * Records that the call starts. A write waits until that is durable: what may have happened must never be unknown. A read goes
 * on and joins the next group commit; should that fail, its end cannot be recorded either and says so.
 */
export function begin(call: AuthorizedCall, context: RunContext): undefined | Stop | Promise<undefined | Stop> {
  const { principal, events } = context
  try {
    const recorded = events.record(
      {
        type: 'tool.started',
        toolCallId: call.toolCallId,
        tool: call.tool.name,
        ...(call.askedAs === undefined ? {} : { askedAs: call.askedAs.tool.name }),
        permission: call.permission,
        risk: call.risk,
        input: call.input,
        repairs: call.repairs,
        targets: call.targets,
        decision: call.decision,
        principal,
      },
      principal.run,
      call.permission === 'write' ? 'durable' : 'grouped',
    )
    if (call.permission === 'write') return recorded?.then(() => undefined, unrecorded)
    recorded?.catch(() => undefined)
    return undefined
  } catch (error) {
    return unrecorded(error)
  }
}

function unrecorded(error: unknown): Stop {
  const reason = errorMessage(error)
  const message = `The call was not run because its start could not be recorded: ${reason}`
  return { ...stop('failed', failure('store_unavailable', message)), notes: { cause: { at: 'start', reason } } }
}
