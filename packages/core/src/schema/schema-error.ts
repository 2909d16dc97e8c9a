const marker = Symbol.for('drawbridge.schema_error')

/** A schema that cannot describe a tool's input. Thrown at registration, never at a call. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
  readonly code = 'invalid_schema'
  /** JSON Pointer fragment to the faulty place in the schema, such as `#/properties/height/type`. */
  readonly path: string
  readonly [marker] = true

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`Invalid schema at ${path}: ${reason}.`, options)
    this.path = path
  }

  /** Returns true for an error of this class, even from another copy of this package, which `instanceof` does not recognise. */
  static isInstance(value: unknown): value is SchemaError {
    return value instanceof Error && marker in value
  }
}
