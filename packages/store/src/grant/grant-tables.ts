/** Grants beyond one call. Times in milliseconds since the Unix epoch. */
export interface GrantTables {
  readonly permission_grants: {
    readonly id: string
    /** User and agent, as JSON. */
    readonly owner: string
    readonly tool: string
    readonly scopes: string
    readonly permission: string
    readonly risk: string
    readonly granted_by: string
    readonly granted_at: number
    readonly expires_at: number | null
    readonly last_used_at: number | null
    readonly revoked_at: number | null
    readonly revoked_by: string | null
  }
}
