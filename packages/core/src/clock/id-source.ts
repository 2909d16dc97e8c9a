/** Makes identifiers, passed in so that tests and replays decide them. */
export interface IdSource {
  /** A new identifier such as `call_00000001…`: unique in this source, in order of creation. */
  next(prefix: string): string
}
