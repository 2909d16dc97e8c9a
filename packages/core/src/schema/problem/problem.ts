/** One thing that is wrong with a call's input, in words for the model that made the call. */
export interface Problem {
  /** Such as `edits[0].path`; empty for the input as a whole. */
  readonly path: string
  readonly expected: string
  /** A bounded excerpt of the received value, or `nothing`. */
  readonly received: string
}
