import { type SqlValue, statement } from '@drawbridge/store/database'
import type { AuditAnchor } from '@drawbridge/store/sessions'

/** A recorded session, as lists of the API need it. */
export interface SessionRow {
  readonly id: string
  readonly agent: string | null
  readonly user_id: string | null
  readonly channel: string | null
  readonly created_at: number
  readonly updated_at: number
  readonly events: number
  readonly calls: number
  readonly kind: string | null
}

/** An event, with its place in the order of the database. */
export interface EventRow {
  readonly position: number
  readonly session_id: string
  readonly type: string
  readonly content: string
}

const columns = 'id, agent, user_id, channel, created_at, updated_at, events, calls, kind'

/** Makes a statement for both databases from the agents that count, of a parameter with a JSON list of them; an empty text has none. */
function withAgents<Values extends readonly SqlValue[], Row>(parameter: string, text: (agents: string) => string) {
  return statement<[...Values], Row>({
    sqlite: text(`(select value from json_each(nullif(${parameter}, '')))`),
    postgres: text(`(select value from json_array_elements_text(nullif(${parameter}, '')::json) as given (value))`),
  })
}

type SessionsBefore = [
  owner: string,
  agents: string,
  at: number,
  id: string,
  limit: number,
  kind: string,
  agent: string,
]

const listed = (owned: string) =>
  withAgents<SessionsBefore, SessionRow>(
    '$2',
    (agents) => `select ${columns} from sessions
      where ${owned} and ($2 = '' or agent in ${agents})
      and ($6 = '' or coalesce(kind, 'direct') = $6) and ($7 = '' or agent = $7) and (created_at < $3 or (created_at = $3 and id < $4))
      order by created_at desc, id desc limit $5`,
  )

/**
 * The sessions that began before a place, latest first: those of all, or of one user. The place is the time and id of the last one that
 * was listed; the agents, the kind and the agent are empty for all.
 */
export const sessionsBefore = { all: listed("$1 = ''"), ofUser: listed('user_id = $1') }

export const sessionEventsAfter = statement<[session: string, position: number, limit: number], EventRow>(
  'select position, session_id, type, content from events where session_id = $1 and position > $2 order by position limit $3',
)

/** The events with which calls of a session begin, after a position. */
export const callsAfter = statement<[session: string, position: number, limit: number], EventRow>(
  `select position, session_id, type, content from events
    where session_id = $1 and position > $2 and type = 'tool.called' and tool_call_id is not null order by position limit $3`,
)

const tellOfCalls = `('tool.started', 'permission.requested', 'tool.completed', 'tool.failed', 'tool.denied', 'tool.cancelled', 'tool.interrupted')`
const ofCalls = (list: string) => `select position, session_id, type, content from events
  where session_id = $1 and position > $2 and type in ${tellOfCalls} and tool_call_id in (${list}) order by position`

/** The events after a position that say what became of some calls. @param ids A JSON list. */
export const callEvents = statement<[session: string, position: number, ids: string], EventRow>({
  sqlite: ofCalls('select value from json_each($3)'),
  postgres: ofCalls('select value from json_array_elements_text($3::json) as given (value)'),
})

/** The calls of which events after a position tell, but which began before it. */
export const goneOnAfter = statement<[session: string, position: number], { tool_call_id: string }>(
  `select tool_call_id from events where session_id = $1 and position > $2 and tool_call_id is not null
    group by tool_call_id having sum(case when type = 'tool.called' then 1 else 0 end) = 0`,
)

const began = (list: string) => `select position, session_id, type, content from events
  where session_id = $1 and position <= $2 and type = 'tool.called' and tool_call_id in (${list})
  order by position desc limit $4`

/** The events with which some calls began, latest first. @param ids A JSON list. */
export const beginningsUpTo = statement<[session: string, position: number, ids: string, limit: number], EventRow>({
  sqlite: began('select value from json_each($3)'),
  postgres: began('select value from json_array_elements_text($3::json) as given (value)'),
})

export const eventsOfCall = statement<[session: string, call: string], EventRow>(
  'select position, session_id, type, content from events where session_id = $1 and tool_call_id = $2 order by position',
)

/** The position of the last event of all. */
export const headPosition = statement<[], { position: number }>('select position from audit_head where id = 1')

/** The end of the record, with the hash of its chain. */
export const headOfRecord = statement<[], AuditAnchor>('select position, hash from audit_head where id = 1')

/** The part of a filter that narrows a list of events most: it says which index finds them. */
export type Narrowing = 'session' | 'type' | 'all'

/** Returns what narrows a list of events of a type and a session most. Empty texts stand for all. */
export function narrowingOf({ type, session }: { readonly type: string; readonly session: string }): Narrowing {
  if (session !== '') return 'session'
  return type === '' ? 'all' : 'type'
}

/** Makes a statement for each narrowing: a condition that may also be empty keeps a database from its index. */
function perNarrowing<Values extends readonly SqlValue[], Row>(
  text: (matching: string) => string,
): Readonly<Record<Narrowing, ReturnType<typeof withAgents<Values, Row>>>> {
  const make = (narrowed: string) =>
    withAgents<Values, Row>('$5', (agents) =>
      text(`${narrowed} and ($4 = '' or session_id in (select id from sessions where user_id = $4))
        and ($5 = '' or session_id in (select id from sessions where agent in ${agents}))`),
    )
  return {
    session: make("session_id = $3 and ($2 = '' or type = $2)"),
    type: make("type = $2 and $3 = ''"),
    all: make("$2 = '' and $3 = ''"),
  }
}

type Narrowed = [type: string, session: string, owner: string, agents: string]

/** Events before a place, latest first. Empty texts stand for all. */
export const eventsBefore = perNarrowing<[position: number, ...Narrowed, limit: number], EventRow>(
  (matching) =>
    `select position, session_id, type, content from events
      where position < $1 and ${matching} order by position desc limit $6`,
)

/** Counts the events up to a position that match. Empty texts stand for all. */
export const countThrough = perNarrowing<
  [through: number, ...Narrowed],
  { count: number; first: number | null; last: number | null }
>(
  (matching) =>
    `select count(*) as count, min(position) as first, max(position) as last from events where position <= $1 and ${matching}`,
)

/** Events after a position and up to another, earliest first. */
export const eventsThrough = perNarrowing<[after: number, ...Narrowed, through: number, limit: number], EventRow>(
  (matching) => `select position, session_id, type, content from events
      where position > $1 and position <= $6 and ${matching} order by position limit $7`,
)

/** The number of events of a kind in a session. */
export interface EventCount {
  readonly session_id: string
  readonly type: string
  readonly count: number
}

const counted = "('permission.requested', 'tool.denied', 'tool.failed')"

/** Counts what went otherwise than planned in sessions. @param ids A JSON list. */
export const incidentsIn = statement<[ids: string], EventCount>({
  sqlite: `select session_id, type, count(*) as count from events
    where session_id in (select value from json_each($1)) and type in ${counted} group by session_id, type`,
  postgres: `select session_id, type, count(*) as count from events
    where session_id in (select value from json_array_elements_text($1::json) as given (value)) and type in ${counted}
    group by session_id, type`,
})

const first = (list: string) => `select session_id, content from events where position in (
    select min(position) from events where session_id in (${list}) and type = 'session.heard' group by session_id)`

/** The first words that each of these sessions heard. @param ids A JSON list. */
export const firstHeardIn = statement<[ids: string], Pick<EventRow, 'session_id' | 'content'>>({
  sqlite: first('select value from json_each($1)'),
  postgres: first('select value from json_array_elements_text($1::json) as given (value)'),
})
