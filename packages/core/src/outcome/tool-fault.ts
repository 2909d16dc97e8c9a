import { type Failure, type FailureDetails, failure } from './failure.ts'
import type { OutcomeCode } from './outcome-code.ts'

const marker = Symbol.for('drawbridge.tool_fault')

/**
 * Ends a tool from any depth with a failure. It never leaves the pipeline: `execute` turns it into the call's outcome.
 * For everything that the model can cause; a defect of the tool itself throws any other error and becomes `internal_error`.
 */
export class ToolFault extends Error {
  override readonly name = 'ToolFault'
  readonly failure: Failure
  readonly [marker] = true

  constructor(cause: Failure, options?: ErrorOptions) {
    super(cause.message, options)
    this.failure = cause
  }

  static isInstance(value: unknown): value is ToolFault {
    return value instanceof Error && marker in value
  }
}

/** Throws a {@link ToolFault}: `throw` inside an expression. */
export function fail(code: OutcomeCode, message: string, details?: FailureDetails): never {
  throw new ToolFault(failure(code, message, details))
}
