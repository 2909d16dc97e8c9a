/** A program that runs with credentials, as it is stored. Named as the tool's records are. */
export interface ProgramRecord {
  readonly binary_name: string
  readonly binary_path?: string
  /** The preset whose denied arguments, tips and settings are added. Default: none. */
  readonly preset?: string
  readonly deny_args: readonly string[]
  readonly deny_verbose: readonly string[]
  /** In seconds. */
  readonly timeout_seconds: number
  readonly tips: string
  readonly enabled: boolean
}

/** The value of a variable: one of the program's own, or the current value of a secret. */
export type ProgramVariable = { readonly value: string } | { readonly secret: string }

/** By name. Encrypted as a whole. */
export type ProgramEnvironment = Readonly<Record<string, ProgramVariable>>

/** The holder of a grant of a program. If both are given, both must match; if neither is, everyone matches. */
export interface ProgramGrantee {
  readonly agent?: string | undefined
  readonly user?: string | undefined
}

/** A stored program. */
export interface ProgramEntry {
  readonly record: ProgramRecord
  readonly environment:
    | { readonly status: 'opened'; readonly variables: ProgramEnvironment }
    /** The values cannot be decrypted, so the program cannot be used. */
    | { readonly status: 'refused'; readonly why: string }
  readonly keyId: string
  /** If empty, no one may use it. */
  readonly grants: readonly ProgramGrantee[]
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** In milliseconds since the Unix epoch. */
  readonly updatedAt: number
}
