/** Jobs of SQLite. On PostgreSQL pg-boss has them in a schema of its own, and this table what a restored backup brought along. Times in milliseconds since the Unix epoch. */
export interface JobTables {
  readonly jobs: {
    readonly id: string
    readonly kind: string
    readonly job_key: string | null
    readonly payload: string
    readonly state: 'waiting' | 'running' | 'done' | 'dead'
    readonly run_at: number
    readonly attempt: number
    readonly attempts: number
    readonly backoff_ms: number
    readonly holder: string | null
    readonly leased_until: number | null
    readonly last_error: string | null
    readonly created_at: number
    readonly finished_at: number | null
  }
}
