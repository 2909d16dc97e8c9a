import { statement } from '@drawbridge/store/database'
import type { AgentSettings } from '../section/server-schema.ts'
import type { GrantSubject, ServerGrant } from './server-access.ts'

interface GrantRow {
  readonly server: string
  readonly kind: GrantSubject['kind']
  readonly subject: string
  readonly enabled: number
  readonly tool_allow: string | null
  readonly tool_deny: string
  readonly overrides: string | null
  readonly changed_by: string
  readonly changed_at: number
}

/** A grant with who wrote it last, and when. */
export interface StoredServerGrant extends ServerGrant {
  readonly changedBy: string
  /** Milliseconds since the Unix epoch. */
  readonly changedAt: number
}

const columns = 'server, kind, subject, enabled, tool_allow, tool_deny, overrides, changed_by, changed_at'

export const allGrants = statement<[], GrantRow>(`select ${columns} from mcp_grants order by server, kind, subject`)
export const grantsOfCaller = statement<[server: string, agent: string, user: string], GrantRow>(
  `select ${columns} from mcp_grants
    where server = $1 and ((kind = 'agent' and subject = $2) or (kind = 'user' and subject = $3))`,
)
export const findGrant = statement<[server: string, kind: string, subject: string], GrantRow>(
  `select ${columns} from mcp_grants where server = $1 and kind = $2 and subject = $3`,
)
export const putGrant = statement<
  [
    server: string,
    kind: string,
    subject: string,
    enabled: number,
    allow: string | null,
    deny: string,
    overrides: string | null,
    by: string,
    at: number,
  ]
>(
  `insert into mcp_grants (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (server, kind, subject) do update set enabled = excluded.enabled, tool_allow = excluded.tool_allow,
      tool_deny = excluded.tool_deny, overrides = excluded.overrides, changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
)
export const removeGrant = statement<[server: string, kind: string, subject: string]>(
  'delete from mcp_grants where server = $1 and kind = $2 and subject = $3',
)

export function readGrant(row: GrantRow): StoredServerGrant {
  return {
    server: row.server,
    subject: { kind: row.kind, id: row.subject },
    enabled: row.enabled === 1,
    ...(row.tool_allow === null ? {} : { toolAllow: JSON.parse(row.tool_allow) as readonly string[] }),
    toolDeny: JSON.parse(row.tool_deny) as readonly string[],
    ...(row.overrides === null ? {} : { overrides: JSON.parse(row.overrides) as AgentSettings }),
    changedBy: row.changed_by,
    changedAt: row.changed_at,
  }
}
