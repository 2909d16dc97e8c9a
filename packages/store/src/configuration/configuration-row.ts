/** One setting that is kept in the database. */
export interface ConfigurationRow {
  /** The keys from the section down. */
  readonly path: readonly string[]
  /** JSON. */
  readonly value: unknown
  /** The account that set it. */
  readonly setBy: string
  /** Milliseconds since the Unix epoch. */
  readonly setAt: number
}
