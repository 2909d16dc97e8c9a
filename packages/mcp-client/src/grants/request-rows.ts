import { statement } from '@drawbridge/store/database'
import type { GrantSubject } from './server-access.ts'

/** A request for access to a server. Times in milliseconds since the Unix epoch. */
export interface AccessRequest {
  readonly id: string
  readonly server: string
  readonly subject: GrantSubject
  /** The tools that are asked for. Absent: all. */
  readonly tools?: readonly string[]
  readonly reason: string
  readonly state: 'pending' | 'approved' | 'rejected'
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  readonly decidedBy?: string
  /** Milliseconds since the Unix epoch. */
  readonly decidedAt?: number
  readonly note?: string
}

interface RequestRow {
  readonly id: string
  readonly server: string
  readonly kind: GrantSubject['kind']
  readonly subject: string
  readonly tools: string | null
  readonly reason: string
  readonly state: AccessRequest['state']
  readonly created_at: number
  readonly decided_by: string | null
  readonly decided_at: number | null
  readonly note: string | null
}

const columns = 'id, server, kind, subject, tools, reason, state, created_at, decided_by, decided_at, note'

export const insertRequest = statement<
  [id: string, server: string, kind: string, subject: string, tools: string | null, reason: string, at: number]
>(
  `insert into mcp_access_requests (id, server, kind, subject, tools, reason, state, created_at)
    values ($1, $2, $3, $4, $5, $6, 'pending', $7)`,
)
export const allRequests = statement<[], RequestRow>(
  `select ${columns} from mcp_access_requests order by created_at, id`,
)
export const findRequest = statement<[id: string], RequestRow>(
  `select ${columns} from mcp_access_requests where id = $1`,
)
export const pendingOf = statement<[server: string, kind: string, subject: string], RequestRow>(
  `select ${columns} from mcp_access_requests
    where server = $1 and kind = $2 and subject = $3 and state = 'pending' order by created_at, id`,
)
/** If two decide at once, one finds the row pending. */
export const decideRequest = statement<
  [id: string, state: string, by: string, at: number, note: string | null],
  RequestRow
>(
  `update mcp_access_requests set state = $2, decided_by = $3, decided_at = $4, note = $5
    where id = $1 and state = 'pending' returning ${columns}`,
)

export function readRequest(row: RequestRow): AccessRequest {
  return {
    id: row.id,
    server: row.server,
    subject: { kind: row.kind, id: row.subject },
    ...(row.tools === null ? {} : { tools: JSON.parse(row.tools) as readonly string[] }),
    reason: row.reason,
    state: row.state,
    createdAt: row.created_at,
    ...(row.decided_by === null ? {} : { decidedBy: row.decided_by }),
    ...(row.decided_at === null ? {} : { decidedAt: row.decided_at }),
    ...(row.note === null ? {} : { note: row.note }),
  }
}
