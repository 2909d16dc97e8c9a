import type { DrawbridgeEvent } from '@drawbridge/core'
import type { PlacedEntry } from './event-entry.ts'
import type { SessionTables } from './session-tables.ts'

type SessionRow = SessionTables['sessions']
type NodeRow = SessionTables['session_nodes']
type OpenCallRow = Omit<SessionTables['open_calls'], 'recorder_id'>
type ArtifactRow = SessionTables['artifacts']

/** What is read out of events for looking up. */
export interface Projection {
  readonly sessions: readonly SessionRow[]
  readonly nodes: readonly NodeRow[]
  /** Calls that have started, and not ended within these events. */
  readonly opened: readonly OpenCallRow[]
  /** Calls that have ended and had not started within these events. */
  readonly closed: readonly Pick<OpenCallRow, 'session_id' | 'tool_call_id'>[]
  readonly artifacts: readonly ArtifactRow[]
}

/** Which model turn a call belongs to; undefined where that is not known. */
export type TurnOf = (session: string, toolCallId: string) => string | undefined

type EndEvent = Extract<DrawbridgeEvent, { readonly result: unknown } | { readonly type: 'tool.interrupted' }>

/**
 * The rows that events bring. A run is a node below the run that started it; a model turn one below its run; the result of a call
 * one below its turn.
 */
export function projectEntries(entries: readonly PlacedEntry[], turnOf: TurnOf): Projection {
  const sessions = new Map<string, SessionRow>()
  const nodes = new Map<string, NodeRow>()
  const opened = new Map<string, OpenCallRow>()
  const closed = new Map<string, Pick<OpenCallRow, 'session_id' | 'tool_call_id'>>()
  const artifacts: ArtifactRow[] = []

  for (const { event, position } of entries) {
    const session = columnText(event.session)
    const run = columnText(event.run)
    const place = { session_id: session, run_id: run, position, created_at: event.time }
    sessions.set(session, addEvent(sessions.get(session), event, session))
    if (event.type === 'run.started') {
      const [parent] = event.principal.parents
      const parentId = parent === undefined ? null : runNode(columnText(parent.run))
      addNode({ ...place, id: runNode(run), kind: 'run', parent_id: parentId, tool: null, status: null })
    } else if (event.type === 'tool.called') {
      addNode({ ...place, id: turnNode(event), kind: 'turn', parent_id: runNode(run), tool: null, status: null })
    } else if (event.type === 'tool.started') {
      const call = columnText(event.toolCallId)
      const tool = columnText(event.tool)
      opened.set(keyOf(session, call), { session_id: session, tool_call_id: call, run_id: run, tool, position })
    } else if (isEnd(event)) {
      const call = columnText(event.toolCallId)
      const key = keyOf(session, call)
      if (!opened.delete(key)) closed.set(key, { session_id: session, tool_call_id: call })
      const parent = turnOf(event.session, event.toolCallId) ?? runNode(run)
      const tool = columnText(event.tool)
      const status = event.type.slice('tool.'.length)
      addNode({ ...place, id: `result/${call}`, kind: 'result', parent_id: parent, tool, status })
      artifacts.push(...artifactsOf(event, session))
    }
  }
  return {
    sessions: [...sessions.values()],
    nodes: [...nodes.values()],
    opened: [...opened.values()],
    closed: [...closed.values()],
    artifacts,
  }

  /** The first of a run or turn counts, the last of a result. */
  function addNode(node: NodeRow): void {
    const key = keyOf(node.session_id, node.id)
    if (node.kind === 'result' || !nodes.has(key)) nodes.set(key, node)
  }
}

/** Id of the node of the model turn that a call belongs to. */
export function turnNode(event: Extract<DrawbridgeEvent, { readonly type: 'tool.called' }>): string {
  const { turn, run, toolCallId } = event
  return columnText(turn === undefined ? `call/${toolCallId}` : `turn/${run}/${turn.number}`)
}

/** Whether an event is the one end of its call. */
export function isEnd(event: DrawbridgeEvent): event is EndEvent {
  return 'result' in event || event.type === 'tool.interrupted'
}

/** PostgreSQL takes no U+0000, and what is no text at all could not be told apart there. */
export function columnText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

function runNode(run: string): string {
  return `run/${run}`
}

function keyOf(session: string, id: string): string {
  return JSON.stringify([session, id])
}

function addEvent(row: SessionRow | undefined, event: DrawbridgeEvent, id: string): SessionRow {
  const before = row ?? {
    id,
    agent: null,
    user_id: null,
    channel: null,
    created_at: event.time,
    updated_at: event.time,
    events: 0,
    calls: 0,
  }
  const { agent, user, channel } = event.type === 'run.started' ? event.principal : {}
  return {
    ...before,
    agent: agent === undefined ? before.agent : columnText(agent),
    user_id: user === undefined ? before.user_id : columnText(user),
    channel: channel === undefined ? before.channel : columnText(channel),
    created_at: Math.min(before.created_at, event.time),
    updated_at: Math.max(before.updated_at, event.time),
    events: before.events + 1,
    calls: before.calls + (event.type === 'tool.called' ? 1 : 0),
  }
}

function artifactsOf(event: EndEvent, session: string): readonly ArtifactRow[] {
  if (!('result' in event)) return []
  const id = event.result.meta.artifact
  if (id === undefined) return []
  const block = event.result.content.find((candidate) => candidate.type === 'artifact_ref' && candidate.id === id)
  const reference = block?.type === 'artifact_ref' ? block : undefined
  return [
    {
      session_id: session,
      id: columnText(id),
      tool_call_id: columnText(event.toolCallId),
      tool: columnText(event.tool),
      media_type: reference === undefined ? null : columnText(reference.mediaType),
      bytes: reference?.bytes ?? null,
      created_at: event.time,
    },
  ]
}
