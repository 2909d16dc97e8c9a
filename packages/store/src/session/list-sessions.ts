import type { SessionKind } from '@drawbridge/core/event'
import type { Connection } from '../database/database.ts'
import { columnText, statement } from '../database/statement.ts'
import type { SessionTables } from './session-tables.ts'

/** A session as it is known from its events. */
export interface SessionEntry {
  readonly id: string
  readonly agent?: string
  readonly user?: string
  readonly channel?: string
  /** Its purpose: `direct` for one that a person or program talks to. */
  readonly kind: string
  /** The time of its first event, in milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** The time of its latest event, in milliseconds since the Unix epoch. */
  readonly updatedAt: number
  /** The total number of recorded events. */
  readonly events: number
  /** The total number of recorded calls. */
  readonly calls: number
}

/** A run, a model turn, the result of a call, or whatever else the family of an event makes a node of. */
export interface SessionNode {
  readonly id: string
  /** `run`, `turn`, `result`, or a word of another family. */
  readonly kind: string
  /** For a run: the run that started it, possibly in another session. */
  readonly parent?: string
  readonly session: string
  readonly run: string
  readonly tool?: string
  /** The way in which a call ended: `completed`, `failed`, `denied`, `cancelled`, `interrupted`. */
  readonly status?: string
  /** Position of its event in the database. */
  readonly position: number
  /** Milliseconds since the Unix epoch. */
  readonly time: number
}

type SessionRow = SessionTables['sessions']
type NodeRow = SessionTables['session_nodes']

const columns = 'id, agent, user_id, channel, created_at, updated_at, events, calls, kind'
const listRecent = statement<[limit: number, kind: string, agent: string], SessionRow>(
  `select ${columns} from sessions where ($2 = '' or coalesce(kind, 'direct') = $2) and ($3 = '' or agent = $3)
  order by updated_at desc, id limit $1`,
)
const findOne = statement<[id: string], SessionRow>(`select ${columns} from sessions where id = $1`)
const nodeColumns = 'session_id, id, kind, parent_id, run_id, tool, status, position, created_at'
const listNodes = statement<[session: string], NodeRow>(
  `select ${nodeColumns} from session_nodes where session_id = $1 order by position, id`,
)
const listChildren = statement<[session: string], { session_id: string }>(
  `select distinct session_id from session_nodes where kind = 'run' and session_id <> $1
  and parent_id in (select id from session_nodes where session_id = $1 and kind = 'run') order by session_id`,
)

/** The sessions that a list shows. Default: all. */
export interface SessionFilter {
  readonly kind?: SessionKind | undefined
  readonly agent?: string | undefined
}

/** The sessions that were last active, latest first. */
export async function listSessions(
  connection: Connection,
  limit: number,
  { kind, agent = '' }: SessionFilter = {},
): Promise<readonly SessionEntry[]> {
  return (await connection.all(listRecent, limit, kind ?? '', columnText(agent))).map(readSession)
}

/** Returns the session with this id; undefined if there is none. */
export async function findSession(connection: Connection, id: string): Promise<SessionEntry | undefined> {
  const row = await connection.get(findOne, columnText(id))
  return row === undefined ? undefined : readSession(row)
}

/** The nodes of a session in the order of their coming, and those of sessions that its runs have started. */
export async function listSessionNodes(connection: Connection, session: string): Promise<readonly SessionNode[]> {
  const nodes: SessionNode[] = []
  const seen = new Set<string>()
  const waiting = [columnText(session)]
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    if (seen.has(id)) continue
    seen.add(id)
    nodes.push(...(await connection.all(listNodes, id)).map(readNode))
    waiting.push(...(await connection.all(listChildren, id)).map((row) => row.session_id))
  }
  return nodes
}

function readSession(row: SessionRow): SessionEntry {
  return {
    id: row.id,
    ...(row.agent === null ? {} : { agent: row.agent }),
    ...(row.user_id === null ? {} : { user: row.user_id }),
    ...(row.channel === null ? {} : { channel: row.channel }),
    kind: row.kind ?? 'direct',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    events: row.events,
    calls: row.calls,
  }
}

function readNode(row: NodeRow): SessionNode {
  return {
    id: row.id,
    kind: row.kind,
    ...(row.parent_id === null ? {} : { parent: row.parent_id }),
    session: row.session_id,
    run: row.run_id,
    ...(row.tool === null ? {} : { tool: row.tool }),
    ...(row.status === null ? {} : { status: row.status }),
    position: row.position,
    time: row.created_at,
  }
}
