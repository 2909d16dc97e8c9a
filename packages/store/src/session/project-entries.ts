import type { DrawbridgeEvent } from '@drawbridge/core'
import {
  coreEvents,
  type EventCatalogue,
  type EventKind,
  type EventNode,
  isEndEvent,
  runNodeId,
} from '@drawbridge/core/event'
import { columnText } from '../database/statement.ts'
import type { PlacedEntry } from './event-entry.ts'
import type { SessionTables } from './session-tables.ts'

type SessionRow = SessionTables['sessions']
type NodeRow = SessionTables['session_nodes']
type OpenCallRow = Omit<SessionTables['open_calls'], 'recorder_id'>
type OpenRunRow = Omit<SessionTables['open_runs'], 'recorder_id'>
type ArtifactRow = SessionTables['artifacts']

/** The parts of events that are stored for lookups. */
export interface Projection {
  readonly sessions: readonly SessionRow[]
  /** Nodes that stay as their first event made them, and those that are as their last one made them. */
  readonly firstNodes: readonly NodeRow[]
  readonly lastNodes: readonly NodeRow[]
  /** Calls that have started, and not ended within these events. */
  readonly opened: readonly OpenCallRow[]
  /** Calls that have ended and had not started within these events. */
  readonly closed: readonly Pick<OpenCallRow, 'session_id' | 'tool_call_id'>[]
  /** Runs that have begun and not ended within these events, and those that have ended. */
  readonly openedRuns: readonly OpenRunRow[]
  readonly closedRuns: readonly Pick<OpenRunRow, 'session_id' | 'run_id'>[]
  readonly artifacts: readonly ArtifactRow[]
}

/** Returns the model turn that a call belongs to; undefined if that is not known. */
export type TurnOf = (session: string, toolCallId: string) => string | undefined

/** A node with which of several events it counts that make it. */
type ProjectedNode = NodeRow & Pick<EventNode, 'keeps'>

/** The rows that events bring. The nodes of the tree are those that the family of each event makes. */
export function projectEntries(
  entries: readonly PlacedEntry[],
  turnOf: TurnOf,
  catalogue: EventCatalogue = coreEvents,
): Projection {
  const sessions = new Map<string, SessionRow>()
  const nodes = new Map<string, ProjectedNode>()
  const opened = new Map<string, OpenCallRow>()
  const closed = new Map<string, Pick<OpenCallRow, 'session_id' | 'tool_call_id'>>()
  const openedRuns = new Map<string, OpenRunRow>()
  const closedRuns = new Map<string, Pick<OpenRunRow, 'session_id' | 'run_id'>>()
  const artifacts: ArtifactRow[] = []

  for (const { event, position } of entries) {
    const session = columnText(event.session)
    const run = columnText(event.run)
    const kind = catalogue.kindOf(event.type)
    sessions.set(session, addEvent(sessions.get(session), event, { id: session, caller: kind.caller?.(event) ?? {} }))
    const node = kind.node?.(event)
    if (node !== undefined)
      addNode({ ...nodeRow(node, event), session_id: session, run_id: run, position, created_at: event.time })
    if (event.type === 'run.started')
      openedRuns.set(keyOf(session, run), { session_id: session, run_id: run, position })
    if (event.type === 'run.ended') {
      openedRuns.delete(keyOf(session, run))
      closedRuns.set(keyOf(session, run), { session_id: session, run_id: run })
    }
    if (event.type === 'tool.started') {
      const call = columnText(event.toolCallId)
      const tool = columnText(event.tool)
      opened.set(keyOf(session, call), { session_id: session, tool_call_id: call, run_id: run, tool, position })
    }
    if (endsCall(event, catalogue)) {
      const call = columnText(event.toolCallId)
      const key = keyOf(session, call)
      if (!opened.delete(key)) closed.set(key, { session_id: session, tool_call_id: call })
      artifacts.push(...artifactsOf(event, session))
    }
  }
  const rows = [...nodes.values()]
  return {
    sessions: [...sessions.values()],
    firstNodes: rows.flatMap(({ keeps, ...row }) => (keeps === 'first' ? [row] : [])),
    lastNodes: rows.flatMap(({ keeps, ...row }) => (keeps === 'last' ? [row] : [])),
    opened: [...opened.values()],
    closed: [...closed.values()],
    openedRuns: [...openedRuns.values()],
    closedRuns: [...closedRuns.values()],
    artifacts,
  }

  function addNode(node: ProjectedNode): void {
    const key = keyOf(node.session_id, node.id)
    if (node.keeps === 'last' || !nodes.has(key)) nodes.set(key, node)
  }

  function nodeRow({ kind, id, parent, tool, status, keeps }: EventNode, { session, run }: DrawbridgeEvent) {
    const above = typeof parent === 'object' ? (turnOf(session, parent.turnOf) ?? runNodeId(run)) : parent
    return {
      kind,
      id: columnText(id),
      parent_id: above === undefined ? null : columnText(above),
      tool: tool === undefined ? null : columnText(tool),
      status: status === undefined ? null : columnText(status),
      keeps,
    }
  }
}

/** An event that is the one end of its call, of whichever family. */
export type CallEndEvent = DrawbridgeEvent & { readonly toolCallId: string }

/** Returns true if an event is the end of its call. */
export function endsCall(event: DrawbridgeEvent, catalogue: EventCatalogue = coreEvents): event is CallEndEvent {
  return catalogue.kindOf(event.type).endsCall === true && 'toolCallId' in event && typeof event.toolCallId === 'string'
}

/** Returns the call that an event names, if it names one as a text. */
export function callColumn(event: DrawbridgeEvent): string | null {
  return 'toolCallId' in event && typeof event.toolCallId === 'string' ? columnText(event.toolCallId) : null
}

function keyOf(session: string, id: string): string {
  return JSON.stringify([session, id])
}

function addEvent(
  row: SessionRow | undefined,
  event: DrawbridgeEvent,
  {
    id,
    caller: { agent, user, channel, kind },
  }: { readonly id: string; readonly caller: ReturnType<NonNullable<EventKind<DrawbridgeEvent>['caller']>> },
): SessionRow {
  const before = row ?? {
    id,
    agent: null,
    user_id: null,
    channel: null,
    created_at: event.time,
    updated_at: event.time,
    events: 0,
    calls: 0,
    kind: null,
  }
  return {
    ...before,
    agent: agent === undefined ? before.agent : columnText(agent),
    user_id: user === undefined ? before.user_id : columnText(user),
    channel: channel === undefined ? before.channel : columnText(channel),
    created_at: Math.min(before.created_at, event.time),
    updated_at: Math.max(before.updated_at, event.time),
    events: before.events + 1,
    calls: before.calls + (event.type === 'tool.called' ? 1 : 0),
    kind: before.kind ?? (kind === undefined ? null : columnText(kind)),
  }
}

function artifactsOf(event: CallEndEvent, session: string): readonly ArtifactRow[] {
  if (!isEndEvent(event)) return []
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
