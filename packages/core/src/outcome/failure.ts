import type { UnlabelledBlock } from '../result/content-block.ts'
import { isRetryable, type OutcomeCode } from './outcome-code.ts'

/** The reason that a call had no result: a value, never thrown, written for the model that continues from here. */
export interface Failure {
  readonly code: OutcomeCode
  /** The event, the value that caused it, and the next step. */
  readonly message: string
  readonly retryable: boolean
  /** The partial result of the tool before it failed, such as partial output. */
  readonly content?: readonly UnlabelledBlock[]
  readonly data?: unknown
}

/** The parts of a failure that a tool may add. */
export interface FailureDetails {
  readonly retryable?: boolean
  readonly content?: readonly UnlabelledBlock[]
  readonly data?: unknown
}

/** Makes a failure; whether it is retryable follows from the code unless the caller knows better. */
export function failure(code: OutcomeCode, message: string, details: FailureDetails = {}): Failure {
  return { code, message, retryable: isRetryable(code), ...details }
}
