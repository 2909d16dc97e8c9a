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
import { eventAt, findPlace, walkBack } from './walk-back.ts'

/** A call outside of the conversation, such as one that reads a file for the prompt, is a turn of its own. */
const findHead = statement<[session: string], { id: string }>(
  `select id from session_nodes where session_id = $1
  and kind in ('message', 'turn', 'answer', 'compaction', 'rewind', 'fork') and id not like 'call/%'
  order by position desc limit 1`,
)
/** Somebody opened it or said something that no request has read. */
const findBeginning = statement<[session: string], { id: string }>(
  "select id from session_nodes where session_id = $1 and kind in ('opened', 'waiting') limit 1",
)
const findResult = statement<[session: string, id: string], { position: number }>(
  'select position from session_nodes where session_id = $1 and id = $2',
)
const findWaiting = statement<[session: string], { position: number }>(
  `select position from session_nodes where session_id = $1 and kind = 'waiting'
  and replace(id, 'waiting/', 'message/') not in (select id from session_nodes where session_id = $1 and kind = 'message')
  order by position`,
)
/**
 * Reads a conversation from where it stands back to its last summary: nothing before that is read, however long it is. Resolves to
 * undefined if the session has no conversation.
 */
export async function readConversation(
  connection: Connection,
  session: string,
): Promise<ConversationState | undefined> {
  const head = await connection.get(findHead, session)
  if (head === undefined && (await connection.get(findBeginning, session)) === undefined) return undefined
  const state = head === undefined ? noConversation : await readUpTo(connection, session, head.id)
  const waiting: WaitingMessage[] = []
  for (const { position } of await connection.all(findWaiting, session)) {
    const event = await eventAt(connection, position)
    if (event?.type === 'message.received') waiting.push({ node: event.node, from: event.from, text: event.text })
  }
  return state === undefined ? undefined : { ...state, waiting }
}

const findPosted = statement<[session: string, node: string], { id: string }>(
  'select id from session_nodes where session_id = $1 and id = $2',
)

/** Returns true if a message was posted under this id. */
export async function hasPostedMessage(connection: Connection, session: string, id: string): Promise<boolean> {
  return (await connection.get(findPosted, session, `waiting/${id}`)) !== undefined
}

/** The kinds of nodes that a conversation can go on from. */
const standing: ReadonlySet<string> = new Set(['message', 'turn', 'answer', 'result', 'compaction', 'rewind', 'fork'])

/**
 * The same, up to a node. Undefined if neither the session nor one that it was forked from has such a node, or if it is none of the
 * conversation, such as a message that waits.
 */
export async function readUpTo(
  connection: Connection,
  session: string,
  node: string,
): Promise<ConversationState | undefined> {
  const place = await findPlace(connection, { session, node })
  if (place === undefined || !standing.has(place.row.kind)) return undefined
  // A call outside of the conversation, and its result.
  if (node.startsWith('call/') || place.row.parent_id?.startsWith('call/') === true) return undefined
  /** Newest first. */
  const events: SessionEvent[][] = []
  let compaction: readonly SessionEvent[] = []
  /** The last node of a summary that has been read: the walk ends there. */
  let through: string | undefined
  for await (const { session: owner, row } of walkBack(connection, { session, node })) {
    if (row.id === through) break
    const event = row.kind === 'rewind' || row.kind === 'fork' ? undefined : await eventAt(connection, row.position)
    if (event === undefined) continue
    if (event.type === 'context.compacted' && event.summary !== undefined) {
      if (through !== undefined) continue
      through = event.through ?? ''
      compaction = [event]
    } else
      events.push(event.type === 'model.answered' ? [event, ...(await resultsOf(connection, owner, event))] : [event])
  }
  const ordered = [...compaction, ...events.reverse().flat()]
  return { ...ordered.reduce(applyEvent, noConversation), head: node }
}

/** Returns the entries of a conversation from its beginning, summarised ones included, for people. */
export async function* readWholeConversation(
  connection: Connection,
  session: string,
): AsyncGenerator<ConversationEntry> {
  const head = await connection.get(findHead, session)
  const places: { readonly session: string; readonly position: number }[] = []
  if (head !== undefined)
    for await (const { session: owner, row } of walkBack(connection, { session, node: head.id }))
      if (row.kind !== 'rewind' && row.kind !== 'fork') places.push({ session: owner, position: row.position })
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
    const row = await connection.get(findResult, session, `result/${block.id}`)
    const event = row === undefined ? undefined : await eventAt(connection, row.position)
    if (event !== undefined) events.push(event)
  }
  return events
}
