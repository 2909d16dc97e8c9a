import { failure, ToolFault } from '@drawbridge/core'
import { EngineError } from './engine-error.ts'

/** Returns the fault for a call whose sandbox the engine could not provide. Other errors are returned unchanged. */
export function sandboxFault(error: unknown, doing: string): unknown {
  if (!EngineError.isInstance(error)) return error
  return unavailable(`The sandbox could not ${doing}: ${error.message}`, error)
}

export function unavailable(message: string, cause?: unknown): ToolFault {
  return new ToolFault(failure('sandbox_unavailable', message), { cause })
}
