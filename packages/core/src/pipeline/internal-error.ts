import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { errorMessage } from '../error/error-message.ts'
import { failure } from '../outcome/failure.ts'
import { type Stop, stop } from './stage.ts'

/**
 * Returns the end of a call for a fault of Drawbridge itself, so that no one looks for the fault in the call. If the
 * store failed, the code says so: the call can be repeated once the store is back.
 */
export function internalError(error: unknown): Stop {
  const reason = errorMessage(error)
  const cause = failure(
    DrawbridgeError.isInstance(error) && error.code.startsWith('store_') ? 'store_unavailable' : 'internal_error',
    `Drawbridge itself failed on this call: ${reason} The call itself may be correct.`,
  )
  return { ...stop('failed', cause), notes: { cause: { at: 'drawbridge', reason } } }
}
