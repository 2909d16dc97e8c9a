/** Recorded data: the audit log with its events, and the tables derived from them for lookups. */
export interface SessionTables {
  readonly audit_head: {
    readonly id: number
    readonly position: number
    readonly hash: string
    /** Rows up to here may be deleted: only within the transaction of a retention. */
    readonly removable_through: number
  }
  readonly audit_log: {
    readonly position: number
    readonly kind: 'event' | 'checkpoint'
    /** JSON; null if the event of the same position contains it. */
    readonly content: string | null
    /** SHA-256, hex. */
    readonly hash: string
  }
  readonly events: {
    readonly position: number
    readonly session_id: string
    readonly run_id: string
    readonly sequence: number
    readonly type: string
    readonly tool_call_id: string | null
    readonly time: number
    readonly content: string
  }
  readonly sessions: {
    readonly id: string
    readonly agent: string | null
    readonly user_id: string | null
    readonly channel: string | null
    readonly created_at: number
    readonly updated_at: number
    readonly events: number
    readonly calls: number
    /** A `SessionKind`; null while no run began. */
    readonly kind: string | null
  }
  readonly session_nodes: {
    readonly session_id: string
    readonly id: string
    /** A word of the family whose event made it. */
    readonly kind: string
    readonly parent_id: string | null
    readonly run_id: string
    readonly tool: string | null
    readonly status: string | null
    readonly position: number
    readonly created_at: number
  }
  readonly open_calls: {
    readonly session_id: string
    readonly tool_call_id: string
    readonly run_id: string
    readonly tool: string
    readonly recorder_id: string
    readonly position: number
  }
  readonly open_runs: {
    readonly session_id: string
    readonly run_id: string
    readonly recorder_id: string
    readonly position: number
  }
  readonly artifacts: {
    readonly session_id: string
    readonly id: string
    readonly tool_call_id: string
    readonly tool: string
    readonly media_type: string | null
    readonly bytes: number | null
    readonly created_at: number
  }
  readonly recorders: {
    readonly id: string
    readonly host: string
    readonly pid: number
    readonly process_started: string
    readonly started_at: number
    readonly heartbeat_at: number
  }
  readonly imported_files: {
    readonly name: string
    /** The fingerprint of its first line: another file with that name is imported from the start. */
    readonly fingerprint: string
    readonly bytes: number
    readonly lines: number
    readonly torn_lines: number
    readonly imported_at: number
  }
}
