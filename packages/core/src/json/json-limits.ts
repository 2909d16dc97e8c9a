/** Bounds on one JSON value, such as the arguments of a call. */
export interface JsonLimits {
  /** Object members, counted on all nesting levels. Array items are bounded by `bytes`. */
  readonly parameters: number
  /** Objects and arrays inside each other; a scalar has depth 0, `{}` has depth 1. */
  readonly depth: number
  /** UTF-8 bytes of the shortest JSON text. */
  readonly bytes: number
}

/** The default limits on the arguments of a call. */
export const defaultJsonLimits: JsonLimits = { parameters: 1_000, depth: 64, bytes: 1_048_576 }
