import type { ApprovalRequest } from '../approval/approval-request.ts'
import { failure } from '../outcome/failure.ts'
import type { DecidedCall } from './call.ts'
import { type Stop, stop } from './stage.ts'

/** Lets go of a call that waits for approval, with the receipt that brings it back. */
export function suspendCall(call: DecidedCall, request: ApprovalRequest): Stop {
  const { toolCallId, rawCallId, exposedName, askedAs, repairs } = call
  const waiting = stop(
    'cancelled',
    failure('approval_unavailable', `"${call.tool.name}" waits for approval ${request.id}.`),
    call.decision,
  )
  return {
    ...waiting,
    receipt: {
      status: 'pending',
      version: 1,
      request,
      call: {
        toolCallId,
        ...(rawCallId === undefined ? {} : { rawCallId }),
        exposedName,
        // A call that was delegated to another tool enters again as the model made it.
        name: askedAs?.tool.name ?? call.name,
        arguments: call.arguments,
        repairs,
      },
    },
  }
}
