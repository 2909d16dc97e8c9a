/** Programs that run with credentials, and who may use them. */
export interface ProgramTables {
  readonly secure_cli_binaries: {
    readonly binary_name: string
    readonly binary_path: string | null
    readonly preset: string | null
    /** An envelope around a JSON object of variables. */
    readonly encrypted_env: string
    /** As in the envelope. */
    readonly key_id: string
    /** JSON lists of patterns. */
    readonly deny_args: string
    readonly deny_verbose: string
    readonly timeout_seconds: number
    readonly tips: string
    /** 0 or 1. */
    readonly enabled: number
    /** Milliseconds since the Unix epoch. */
    readonly created_at: number
    readonly updated_at: number
  }
  readonly secure_cli_grants: {
    readonly binary_name: string
    /** Empty for every agent. */
    readonly agent: string
    /** Empty for every user. */
    readonly user_id: string
    readonly created_at: number
  }
}
