import type { DrawbridgeEvent } from '@drawbridge/core'
import { coreEvents, type EventCatalogue, turnNodeId } from '@drawbridge/core/event'
import { appendLinks } from '../audit/append-links.ts'
import { bulkInsert } from '../database/bulk-insert.ts'
import type { Transaction } from '../database/database.ts'
import { columnText, statement } from '../database/statement.ts'
import type { EventEntry, PlacedEntry } from './event-entry.ts'
import { callColumn, endsCall, projectEntries } from './project-entries.ts'

const insertEvents = bulkInsert({
  table: 'events',
  columns: {
    position: 'bigint',
    session_id: 'text',
    run_id: 'text',
    sequence: 'bigint',
    type: 'text',
    tool_call_id: 'text',
    time: 'bigint',
    content: 'text',
  },
})
const upsertSessions = bulkInsert({
  table: 'sessions',
  columns: {
    id: 'text',
    agent: 'text',
    user_id: 'text',
    channel: 'text',
    created_at: 'bigint',
    updated_at: 'bigint',
    events: 'bigint',
    calls: 'bigint',
    kind: 'text',
  },
  conflict: `on conflict (id) do update set
    agent = coalesce(excluded.agent, sessions.agent),
    user_id = coalesce(excluded.user_id, sessions.user_id),
    channel = coalesce(excluded.channel, sessions.channel),
    created_at = case when excluded.created_at < sessions.created_at then excluded.created_at else sessions.created_at end,
    updated_at = case when excluded.updated_at > sessions.updated_at then excluded.updated_at else sessions.updated_at end,
    events = sessions.events + excluded.events,
    calls = sessions.calls + excluded.calls,
    kind = coalesce(sessions.kind, excluded.kind)`,
})
const nodes = {
  table: 'session_nodes',
  columns: {
    session_id: 'text',
    id: 'text',
    kind: 'text',
    parent_id: 'text',
    run_id: 'text',
    tool: 'text',
    status: 'text',
    position: 'bigint',
    created_at: 'bigint',
  },
} as const
/** Nodes such as a run or turn, which may continue; their first event places them. */
const insertFirstNodes = bulkInsert({ ...nodes, conflict: 'on conflict (session_id, id) do nothing' })
/** Such as a result: one after an interruption is the one that counts. */
const upsertLastNodes = bulkInsert({
  ...nodes,
  conflict: `on conflict (session_id, id) do update set
    tool = excluded.tool, status = excluded.status, position = excluded.position, created_at = excluded.created_at`,
})
const insertOpenCalls = bulkInsert({
  table: 'open_calls',
  columns: {
    session_id: 'text',
    tool_call_id: 'text',
    run_id: 'text',
    tool: 'text',
    position: 'bigint',
    recorder_id: 'text',
  },
  conflict: `on conflict (session_id, tool_call_id) do update set
    recorder_id = excluded.recorder_id, run_id = excluded.run_id, position = excluded.position`,
})
const insertOpenRuns = bulkInsert({
  table: 'open_runs',
  columns: { session_id: 'text', run_id: 'text', position: 'bigint', recorder_id: 'text' },
  conflict: `on conflict (session_id, run_id) do update set
    recorder_id = excluded.recorder_id, position = excluded.position`,
})
const closeRun = statement<[session: string, run: string]>(
  'delete from open_runs where session_id = $1 and run_id = $2',
)
const insertArtifacts = bulkInsert({
  table: 'artifacts',
  columns: {
    session_id: 'text',
    id: 'text',
    tool_call_id: 'text',
    tool: 'text',
    media_type: 'text',
    bytes: 'bigint',
    created_at: 'bigint',
  },
  conflict: 'on conflict do nothing',
})
const closeCall = statement<[session: string, toolCallId: string]>(
  'delete from open_calls where session_id = $1 and tool_call_id = $2',
)
const closeCalls = statement<[calls: string]>(
  `delete from open_calls using json_to_recordset($1::json) as ended (session_id text, tool_call_id text)
  where open_calls.session_id = ended.session_id and open_calls.tool_call_id = ended.tool_call_id`,
)
const findCalled = statement<[session: string, toolCallId: string], { content: string }>(
  `select content from events where session_id = $1 and type = 'tool.called' and tool_call_id = $2
  order by position desc limit 1`,
)

export interface Writer {
  /** The recorder: its calls are interrupted when it dies. */
  readonly recorder: string
  readonly places: TurnPlaces
  /** Default: the events of core. */
  readonly catalogue?: EventCatalogue | undefined
}

/**
 * Writes events with everything that is read out of them, and adds them to the audit log, all in the transaction. Resolves to the
 * position of the last.
 */
export async function writeEntries(
  transaction: Transaction,
  entries: readonly EventEntry[],
  { recorder, places, catalogue = coreEvents }: Writer,
): Promise<number> {
  const placed = await appendLinks(transaction, 'event', entries)
  await learnPlaces(transaction, placed, { places, catalogue })
  const { sessions, firstNodes, lastNodes, opened, closed, openedRuns, closedRuns, artifacts } = projectEntries(
    placed,
    places.of,
    catalogue,
  )
  await insertEvents(transaction, placed.map(eventRow))
  await upsertSessions(transaction, sessions)
  await insertFirstNodes(transaction, firstNodes)
  await upsertLastNodes(transaction, lastNodes)
  await insertOpenCalls(
    transaction,
    opened.map((call) => ({ ...call, recorder_id: recorder })),
  )
  if (transaction.kind === 'postgres' && closed.length > 0) await transaction.run(closeCalls, JSON.stringify(closed))
  if (transaction.kind === 'sqlite')
    for (const { session_id: session, tool_call_id: call } of closed) await transaction.run(closeCall, session, call)
  // For a file it is unknown if its process ended normally.
  if (!recorder.startsWith('file:'))
    await insertOpenRuns(
      transaction,
      openedRuns.map((run) => ({ ...run, recorder_id: recorder })),
    )
  for (const { session_id: session, run_id: run } of closedRuns) await transaction.run(closeRun, session, run)
  await insertArtifacts(transaction, artifacts)
  return placed.at(-1)?.position ?? 0
}

/** Adds events that belong to no conversation to the record and the audit log: no session is listed for them. */
export async function writeLoneEntries(transaction: Transaction, entries: readonly EventEntry[]): Promise<void> {
  const placed = await appendLinks(transaction, 'event', entries)
  await insertEvents(transaction, placed.map(eventRow))
}

/** Finds the places of calls that end here: those of another process, or from before a restart, are looked up. */
async function learnPlaces(
  transaction: Transaction,
  entries: readonly PlacedEntry[],
  { places, catalogue }: { readonly places: TurnPlaces; readonly catalogue: EventCatalogue },
): Promise<void> {
  for (const { event } of entries) {
    if (event.type === 'tool.called') places.called(event)
    else if (endsCall(event, catalogue) && places.of(event.session, event.toolCallId) === undefined) {
      const row = await transaction.get(findCalled, columnText(event.session), columnText(event.toolCallId))
      if (row !== undefined) places.called(JSON.parse(row.content) as CalledEvent)
    }
  }
}

function eventRow({ event, text, position }: PlacedEntry) {
  return {
    position,
    session_id: columnText(event.session),
    run_id: columnText(event.run),
    sequence: event.sequence,
    type: event.type,
    tool_call_id: callColumn(event),
    time: event.time,
    content: text,
  }
}

/** Events whose calls are over need no place any more: called once they are committed. */
export function forgetPlaces(
  events: readonly DrawbridgeEvent[],
  { places, catalogue }: Pick<Writer, 'places' | 'catalogue'>,
): void {
  for (const event of events) if (endsCall(event, catalogue)) places.forget(event.session, event.toolCallId)
}

/** The number of calls that are remembered. A call that was dropped is looked up when it ends. */
const maxCalls = 10_000

export type CalledEvent = Extract<DrawbridgeEvent, { readonly type: 'tool.called' }>

/** Remembers, between a call and its end, to which model turn it belongs. */
export interface TurnPlaces {
  called(event: CalledEvent): void
  of(session: string, toolCallId: string): string | undefined
  /** The call is over. */
  forget(session: string, toolCallId: string): void
}

export function createTurnPlaces(): TurnPlaces {
  const places = new Map<string, string>()
  const keyOf = (session: string, toolCallId: string) => `${session}\0${toolCallId}`
  return {
    called: (event) => {
      places.set(keyOf(event.session, event.toolCallId), turnNodeId(event))
      const [oldest] = places.keys()
      if (places.size > maxCalls && oldest !== undefined) places.delete(oldest)
    },
    of: (session, toolCallId) => places.get(keyOf(session, toolCallId)),
    forget: (session, toolCallId) => void places.delete(keyOf(session, toolCallId)),
  }
}
