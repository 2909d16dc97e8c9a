const marker = Symbol.for('drawbridge.engine-error')

/** An engine did not do what it was asked: it answered so, or it did not answer. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly [marker] = true
  /** The HTTP status of its answer; undefined if none came. */
  readonly status: number | undefined

  constructor(status: number | undefined, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }

  static isInstance(value: unknown): value is EngineError {
    return value instanceof Error && marker in value
  }
}

/** Returns true if an engine answered with this status. */
export function hasStatus(error: unknown, status: number): boolean {
  return EngineError.isInstance(error) && error.status === status
}
