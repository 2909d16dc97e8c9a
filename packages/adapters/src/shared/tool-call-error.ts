import type { OutcomeCode } from '@drawbridge/core'
import type { CallEnd } from './call-end.ts'

/**
 * The end of a call that was not `ok`, for frameworks that take an error from a tool: they catch it and show its message to the
 * model. It has the words of Drawbridge alone.
 */
export class ToolCallError extends Error {
  override readonly name = 'ToolCallError'
  readonly status: CallEnd['status']
  readonly code: OutcomeCode | undefined

  constructor({ status, code, text }: Omit<CallEnd, 'outcome'>) {
    super(text)
    this.status = status
    this.code = code
  }

  /** Returns the message alone: frameworks show this to the model. */
  override toString(): string {
    return this.message
  }
}

/** The sentence for a model whose call needs approval at a point where the framework can no longer ask. */
export const askAgain = 'Nothing was done. Make the same call again, so that a person is asked.'
