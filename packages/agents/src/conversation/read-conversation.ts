import type { ConversationEntry } from '@drawbridge/core/agent'
import { type Connection, statement } from '@drawbridge/store/database'
import type { ConversationEvents } from './conversation-events.ts'
import {
  applyEvent,
  type ConversationState,
  noConversation,
  type SessionEvent,
  type WaitingMessage,
} from './conversation-state.ts'

interface NodeRow {
  readonly id: string
  readonly kind: string
  readonly parent_id: string | null
  readonly position: number
}

const findHead = statement<[session: string], { id: string }>(
  `select id from session_nodes where session_id = $1
  and kind in ('message', 'turn', 'answer', 'compaction', 'rewind', 'fork') order by position desc limit 1`,
)
const findNode = statement<[session: string, id: string], NodeRow>(
  'select id, kind, parent_id, position from session_nodes where session_id = $1 and id = $2',
)
const findWaiting = statement<[session: string], { position: number }>(
  `select position from session_nodes where session_id = $1 and kind = 'waiting'
  and replace(id, 'waiting/', 'message/') not in (select id from session_nodes where session_id = $1 and kind = 'message')
  order by position`,
)
const readEvent = statement<[position: number], { content: string }>('select content from events where position = $1')

/** More steps than any conversation has between two summaries: a damaged record may lead in circles. */
const maxSteps = 1_000_000

/**
 * Reads a conversation from where it stands back to its last summary: nothing before that is read, however long it is. Resolves to
 * undefined if the session has no conversation.
 */
export async function readConversation(
  connection: Connection,
  session: string,
): Promise<ConversationState | undefined> {
  const head = await connection.get(findHead, session)
  if (head === undefined) return undefined
  const state = await readUpTo(connection, session, head.id)
  const waiting: WaitingMessage[] = []
  for (const { position } of await connection.all(findWaiting, session)) {
    const event = await eventAt(connection, position)
    if (event?.type === 'message.received') waiting.push({ node: event.node, from: event.from, text: event.text })
  }
  return state === undefined ? undefined : { ...state, waiting }
}

/** The same, up to a node. Undefined if the session has no such node. */
export async function readUpTo(
  connection: Connection,
  session: string,
  node: string,
): Promise<ConversationState | undefined> {
  if ((await connection.get(findNode, session, node)) === undefined) return undefined
  /** Newest first. */
  const events: SessionEvent[][] = []
  let at: { readonly session: string; readonly node: string | undefined } = { session, node }
  /** The last node of a summary that has been read: the walk ends there. */
  let through: string | undefined
  for (let step = 0; at.node !== undefined && step < maxSteps; step += 1) {
    if (at.node === through) break
    const row = await connection.get(findNode, at.session, at.node)
    if (row === undefined) break
    const event = row.kind === 'rewind' ? undefined : await eventAt(connection, row.position)
    let next: typeof at = { session: at.session, node: row.parent_id ?? undefined }
    if (event === undefined) {
      at = next
      continue
    }
    switch (event.type) {
      case 'conversation.forked':
        next = { session: event.of, node: event.through }
        break
      case 'context.compacted':
        if (event.summary === undefined) events.push([event])
        else if (through === undefined) {
          through = event.through ?? ''
          events.push([event])
        }
        break
      case 'model.answered':
        events.push([event, ...(await resultsOf(connection, at.session, event))])
        break
      default:
        events.push([event])
    }
    at = next
  }
  const summary = events.findIndex(([event]) => event?.type === 'context.compacted' && event.summary !== undefined)
  const [compaction] = summary === -1 ? [] : events.splice(summary, 1)
  const ordered = [...(compaction ?? []), ...events.reverse().flat()]
  return { ...ordered.reduce(applyEvent, noConversation), head: node }
}

/** Returns the entries of a conversation from its beginning, summarised ones included, for people. */
export async function* readWholeConversation(
  connection: Connection,
  session: string,
): AsyncGenerator<ConversationEntry> {
  const head = await connection.get(findHead, session)
  const places: { readonly session: string; readonly position: number }[] = []
  let at: { readonly session: string; readonly node: string | undefined } = { session, node: head?.id }
  for (let step = 0; at.node !== undefined && step < maxSteps; step += 1) {
    const row = await connection.get(findNode, at.session, at.node)
    if (row === undefined) break
    let next: typeof at = { session: at.session, node: row.parent_id ?? undefined }
    if (row.kind === 'fork') {
      const event = await eventAt(connection, row.position)
      if (event?.type === 'conversation.forked') next = { session: event.of, node: event.through }
    } else if (row.kind !== 'rewind') places.push({ session: at.session, position: row.position })
    at = next
  }
  for (const place of places.reverse()) {
    const event = await eventAt(connection, place.position)
    if (event === undefined) continue
    const results = event.type === 'model.answered' ? await resultsOf(connection, place.session, event) : []
    // People see the summary in its place, and what it covers as well.
    yield* [event, ...results].reduce(applyEvent, noConversation).entries
  }
}

/** The results of an answer's calls, in the order of the calls. */
async function resultsOf(
  connection: Connection,
  session: string,
  { blocks }: ConversationEvents['model.answered'],
): Promise<readonly SessionEvent[]> {
  const events: SessionEvent[] = []
  for (const block of blocks) {
    if (block.type !== 'call') continue
    const row = await connection.get(findNode, session, `result/${block.id}`)
    const event = row === undefined ? undefined : await eventAt(connection, row.position)
    if (event !== undefined) events.push(event)
  }
  return events
}

/** A line that is not JSON counts as missing: the rest of the conversation is still there. */
async function eventAt(connection: Connection, position: number): Promise<SessionEvent | undefined> {
  const row = await connection.get(readEvent, position)
  try {
    return row === undefined ? undefined : (JSON.parse(row.content) as SessionEvent)
  } catch {
    return undefined
  }
}
