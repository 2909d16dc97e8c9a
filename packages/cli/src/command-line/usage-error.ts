const marker = Symbol.for('drawbridge.usage_error')

/** The command line cannot be understood or carried out as it was given. The message says what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly [marker] = true

  static isInstance(value: unknown): value is UsageError {
    return value instanceof Error && marker in value
  }
}
