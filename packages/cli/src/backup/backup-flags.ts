/** The options of both commands. */
export interface BackupFlags {
  readonly home?: string
  readonly config?: string
  readonly json?: boolean
}
