import { type OutcomeCode, ToolFault } from '@drawbridge/core'

/** The code and message with which an operation ends. */
export async function faultOf(
  operation: Promise<unknown> | (() => unknown),
): Promise<{ readonly code: OutcomeCode; readonly message: string }> {
  try {
    await (typeof operation === 'function' ? operation() : operation)
  } catch (error) {
    if (ToolFault.isInstance(error)) return error.failure
    throw error
  }
  throw new Error('nothing failed')
}
