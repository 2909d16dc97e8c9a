import { type SealedColumn, statement } from '@drawbridge/store/database'

/** A tool as the database keeps it. */
export interface ToolRow {
  /** Canonical. */
  readonly name: string
  /** Null if all agents have it. */
  readonly agent: string | null
  readonly definition: string
  readonly enabled: number
  /** The owner of its environment: its own name, or the import that it came from. */
  readonly environment: string
  readonly revision: number
  readonly changed_by: string
  readonly changed_at: number
}

/** The variables of tools, a row each: write-only, and opened for a call of their tool alone. */
export const sealedEnvironment: SealedColumn = {
  table: 'custom_environments',
  column: 'encrypted_value',
  key: 'id',
}

const columns = 'name, agent, definition, enabled, environment, revision, changed_by, changed_at'

export const allTools = statement<[], ToolRow>(`select ${columns} from custom_tools order by name`)
export const findTool = statement<[name: string], ToolRow>(`select ${columns} from custom_tools where name = $1`)
export const insertTool = statement<
  [name: string, agent: string | null, definition: string, enabled: number, environment: string, by: string, at: number]
>(`insert into custom_tools (${columns}) values ($1, $2, $3, $4, $5, 1, $6, $7)`)
/** Changes a tool only if nobody else has changed it since it was read. */
export const updateTool = statement<
  [name: string, definition: string, enabled: number, by: string, at: number, revision: number]
>(`update custom_tools set definition = $2, enabled = $3, changed_by = $4, changed_at = $5, revision = revision + 1
    where name = $1 and revision = $6`)
export const removeTool = statement<[name: string]>('delete from custom_tools where name = $1')
export const findVariables = statement<[owner: string], { id: string; variable: string; encrypted_value: string }>(
  'select id, variable, encrypted_value from custom_environments where owner = $1 order by variable',
)
export const writeVariable = statement<[id: string, owner: string, variable: string, envelope: string, keyId: string]>(
  `insert into custom_environments (id, owner, variable, encrypted_value, key_id) values ($1, $2, $3, $4, $5)
    on conflict (id) do update set encrypted_value = excluded.encrypted_value, key_id = excluded.key_id`,
)
export const removeVariable = statement<[id: string]>('delete from custom_environments where id = $1')
/** Removes an environment that no tool has any more. */
export const dropEnvironment = statement<[owner: string]>(
  'delete from custom_environments where owner = $1 and not exists (select 1 from custom_tools where environment = $1)',
)
/** Grows with each change. */
export const readRevision = statement<[], { revision: number }>("select revision from custom_state where id = 'tools'")
export const advanceRevision = statement<[]>(
  `insert into custom_state (id, revision) values ('tools', 1)
    on conflict (id) do update set revision = custom_state.revision + 1`,
)
