import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { errorMessage } from '../error/error-message.ts'
import { type Failure, failure } from '../outcome/failure.ts'

/**
 * The failure of a call on which Drawbridge itself broke: said as such, so that nobody looks for the fault in the call. Where it was the store,
 * the code says so: the call can be made again once that is back.
 */
export function internalError(error: unknown): Failure {
  const reason = errorMessage(error)
  return failure(
    DrawbridgeError.isInstance(error) && error.code.startsWith('store_') ? 'store_unavailable' : 'internal_error',
    `Drawbridge itself failed on this call: ${reason} Nothing is known to be wrong with the call.`,
  )
}
