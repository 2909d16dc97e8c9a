const marker = Symbol.for('drawbridge.error')

/** Every mistake a programmer or operator can make with this package, as a closed list of literals. */
export type DrawbridgeErrorCode =
  | 'duplicate_tool'
  | 'invalid_tool'
  | 'invalid_tool_name'
  | 'schema_not_lowerable'
  | 'name_clash'
  | 'unknown_group'
  | 'invalid_option'
  | 'invalid_configuration'
  | 'sandbox_unavailable'
  | 'unexpected_call'
  | 'unconsumed_steps'
  | 'store_unavailable'
  | 'store_full'
  | 'store_read_only'
  | 'store_corrupt'
  | 'store_incompatible'
  | 'unsupported_runtime'

/**
 * A mistake of the program that uses Drawbridge: thrown at start-up or at the faulty call.
 * What a model causes is never thrown; it comes back as an outcome.
 */
export class DrawbridgeError extends Error {
  override readonly name = 'DrawbridgeError'
  readonly code: DrawbridgeErrorCode
  readonly [marker] = true

  constructor(code: DrawbridgeErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }

  /** Returns true for an error of this class, even from another copy of this package, which `instanceof` does not recognise. */
  static isInstance(value: unknown): value is DrawbridgeError {
    return value instanceof Error && marker in value
  }
}
