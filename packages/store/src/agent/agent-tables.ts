/** Agents, the people they work for, and what is kept of both. Times in milliseconds since the Unix epoch. */
export interface AgentTables {
  readonly users: { readonly id: string; readonly created_at: number }
  readonly agents: { readonly id: string; readonly type: 'open' | 'predefined'; readonly created_at: number }
  readonly agent_context_files: DocumentColumns & { readonly file_name: string; readonly content: string }
  readonly user_context_files: DocumentColumns & {
    readonly user_id: string
    readonly file_name: string
    readonly content: string | null
  }
  readonly memory_documents: DocumentColumns & {
    readonly user_id: string | null
    readonly path: string
    readonly content: string | null
  }
}

interface DocumentColumns {
  readonly agent_id: string
  readonly hash: string
  readonly bytes: number
  readonly modified_at: number
  readonly trust: 'trusted' | 'untrusted'
}
