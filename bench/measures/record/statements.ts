// The statements of one commit of our recorder, by hand: nothing is hashed, projected or checked.

/** A row of each table, as values in the order of the columns. */
export interface Rows {
  readonly events: readonly (readonly unknown[])[]
  readonly links: readonly (readonly unknown[])[]
  readonly sessions: readonly (readonly unknown[])[]
  readonly nodes: readonly (readonly unknown[])[]
  readonly opened: readonly (readonly unknown[])[]
  readonly closed: readonly (readonly unknown[])[]
}

interface Table {
  readonly name: string
  readonly columns: readonly (readonly [name: string, type: 'text' | 'bigint'])[]
  readonly conflict?: string
}

const text = (...names: string[]) => names.map((name) => [name, 'text'] as const)
const number = (...names: string[]) => names.map((name) => [name, 'bigint'] as const)

export const tables = {
  events: {
    name: 'events',
    columns: [
      ...number('position', 'sequence', 'time'),
      ...text('session_id', 'run_id', 'type', 'tool_call_id', 'content'),
    ],
  },
  links: { name: 'audit_log', columns: [...number('position'), ...text('kind', 'hash')] },
  sessions: {
    name: 'sessions',
    columns: [...text('id'), ...number('created_at', 'updated_at', 'events', 'calls')],
    conflict:
      'on conflict (id) do update set updated_at = excluded.updated_at, events = sessions.events + excluded.events, calls = sessions.calls + excluded.calls',
  },
  nodes: {
    name: 'session_nodes',
    columns: [
      ...text('session_id', 'id', 'kind', 'parent_id', 'run_id', 'tool', 'status'),
      ...number('position', 'created_at'),
    ],
    conflict: 'on conflict (session_id, id) do nothing',
  },
  opened: {
    name: 'open_calls',
    columns: [...text('session_id', 'tool_call_id', 'run_id', 'tool', 'recorder_id'), ...number('position')],
    conflict: 'on conflict (session_id, tool_call_id) do nothing',
  },
} satisfies Readonly<Record<string, Table>>

export const takePositions = 'update audit_head set position = position + $1 where id = 1 returning position, hash'
export const setHash = 'update audit_head set hash = $1 where id = 1'
export const closeOne = 'delete from open_calls where session_id = $1 and tool_call_id = $2'
export const closeMany = `delete from open_calls using json_to_recordset($1::json) as ended (session_id text, tool_call_id text)
  where open_calls.session_id = ended.session_id and open_calls.tool_call_id = ended.tool_call_id`

/** One row at a time. */
export function insertOne({ name, columns, conflict = '' }: Table): string {
  const names = columns.map(([column]) => column).join(', ')
  return `insert into ${name} (${names}) values (${columns.map((_, place) => `$${place + 1}`).join(', ')}) ${conflict}`
}

/** All rows as one parameter. */
export function insertMany({ name, columns, conflict = '' }: Table): string {
  const names = columns.map(([column]) => column).join(', ')
  const types = columns.map((column) => column.join(' ')).join(', ')
  return `insert into ${name} (${names}) select ${names} from json_to_recordset($1::json) as given (${types}) ${conflict}`
}
