/** Secrets at rest. */
export interface SecretTables {
  readonly secret_state: {
    /** Always 1. */
    readonly id: number
    /** Grows with each change of a secret or a program. */
    readonly revision: number
  }
  readonly config_secrets: {
    readonly name: string
    readonly envelope: string
    /** As in the envelope. */
    readonly key_id: string
    /** Milliseconds since the Unix epoch. */
    readonly created_at: number
    readonly updated_at: number
  }
}
