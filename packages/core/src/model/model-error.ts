import type { ModelUsage } from './model-usage.ts'

/** The reason why a model did not answer. */
export type ModelErrorCode =
  /** Too many requests. `retryAfterMs` says how long to wait, if the provider said so. */
  | 'rate_limited'
  /** The account has no money or quota left. Waiting does not help soon. */
  | 'quota_exhausted'
  /** The provider has too much to do, or failed by its own fault. */
  | 'overloaded'
  /** The prompt is longer than the window. */
  | 'context_overflow'
  /** The key is missing, wrong or may not use the model. */
  | 'authentication'
  /** The provider refused the prompt for its content. */
  | 'refused'
  /** The provider does not accept the request. */
  | 'bad_request'
  /** The provider could not be reached, or did not speak its format. */
  | 'network'
  /** A time limit ran out. */
  | 'timeout'
  /** The stream ended without the end of the answer. */
  | 'cut'
  /** The caller aborted. */
  | 'aborted'

/** Facts about a failed request. */
export interface ModelErrorDetails {
  /** The id of the model. */
  readonly model?: string
  /** The HTTP status, if there was one. */
  readonly status?: number
  /** The wait that the provider asks for, in milliseconds. */
  readonly retryAfterMs?: number
  /** The provider's own answer to the question whether to try again, or ours by the code. */
  readonly retryable?: boolean
  /** The maximum number of repeats that make sense, if it is lower than usual. */
  readonly mostRetries?: number
  /** For an overflow: the tokens of the prompt and of the window, as far as the provider told them. */
  readonly promptTokens?: number
  readonly windowTokens?: number
  /** The usage of the failed attempt, as far as it is known. */
  readonly usage?: ModelUsage
}

/** Returns a wait in words, such as `90 s` or `2 h`. */
export function waitText(waitMs: number): string {
  if (waitMs < 1_000) return `${Math.ceil(waitMs)} ms`
  const seconds = Math.ceil(waitMs / 1_000)
  if (seconds < 600) return `${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`
}

const marker = Symbol.for('drawbridge.model.ModelError')

const retryableCodes: ReadonlySet<ModelErrorCode> = new Set(['rate_limited', 'overloaded', 'network', 'timeout', 'cut'])

/** A request to a model that got no answer. Thrown out of the stream. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly code: ModelErrorCode
  readonly details: ModelErrorDetails
  /** True if the same request may succeed later. */
  readonly retryable: boolean
  readonly [marker] = true

  constructor(code: ModelErrorCode, message: string, details: ModelErrorDetails = {}, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.details = details
    this.retryable = details.retryable ?? retryableCodes.has(code)
  }

  /** Returns true for an error of this class, even from another copy of this package. */
  static isInstance(value: unknown): value is ModelError {
    return value instanceof Error && marker in value
  }
}
