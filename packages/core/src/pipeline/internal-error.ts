import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { errorMessage } from '../error/error-message.ts'
import { failure } from '../outcome/failure.ts'
import { type Stop, stop } from './stage.ts'

/**
 * The end of a call on which Drawbridge itself broke: said as such, so that nobody looks for the fault in the call. Where it was the store,
 * the code says so: the call can be made again once that is back.
 */
export function internalError(error: unknown): Stop {
  const reason = errorMessage(error)
  const cause = failure(
    DrawbridgeError.isInstance(error) && error.code.startsWith('store_') ? 'store_unavailable' : 'internal_error',
    `Drawbridge itself failed on this call: ${reason} Nothing is known to be wrong with the call.`,
  )
  return { ...stop('failed', cause), notes: { cause: { at: 'drawbridge', reason } } }
}
