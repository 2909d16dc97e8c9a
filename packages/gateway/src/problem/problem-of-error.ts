import { DrawbridgeError, errorMessage, ToolFault } from '@drawbridge/core'
import { Problem } from './problem.ts'

/**
 * Returns the problem that an error is for the caller. An unforeseen error is answered without its text, which may name files and hosts.
 * @param onError Called with unforeseen errors.
 */
export function problemOfError(error: unknown, onError: (error: Error) => void): Problem {
  if (error instanceof Problem) return error
  if (DrawbridgeError.isInstance(error)) {
    if (error.code === 'invalid_option' || error.code === 'invalid_configuration')
      return new Problem('invalid', { detail: error.message })
    if (error.code === 'store_unavailable') return new Problem('not_available', { retryAfterMs: 1_000 })
  }
  if (ToolFault.isInstance(error)) return new Problem('invalid', { detail: error.message })
  onError(error instanceof Error ? error : new Error(errorMessage(error)))
  return new Problem('internal_error')
}
