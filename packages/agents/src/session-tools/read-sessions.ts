import type { ConversationEntry } from '@drawbridge/core/agent'
import { contentText } from '@drawbridge/core/artifact'
import { shortenMiddle } from '@drawbridge/core/base'
import type { SessionKind } from '@drawbridge/core/event'
import { indexText, rankTexts } from '@drawbridge/core/search'
import { type Connection, statement } from '@drawbridge/store/database'

/** The caller whose sessions are read: its own, and in a group only the session itself. */
export interface SessionScope {
  readonly session: string
  readonly agent?: string | undefined
  readonly user?: string | undefined
  readonly peerKind?: 'direct' | 'group' | undefined
}

/** A recorded conversation as it is listed. */
export interface ListedSession {
  readonly id: string
  readonly agent?: string
  readonly kind: string
  /** Milliseconds since the Unix epoch. */
  readonly updatedAt: number
  /** The number of its recorded calls, those that read instruction files for the prompt included. */
  readonly calls: number
  /** The beginning of its first message. */
  readonly title: string
}

/** A text of a conversation that matches a query. */
export interface FoundText {
  readonly session: string
  /** The node that the text belongs to. */
  readonly node: string
  readonly text: string
  /** A number above 0; larger is better. */
  readonly score: number
}

interface SessionRow {
  readonly id: string
  readonly agent: string | null
  readonly updated_at: number
  readonly calls: number
  readonly kind: string | null
}

const columns = 'id, agent, updated_at, calls, kind'
// Nobody named means the same nobody: a session of no agent is not one of every agent.
const ofCaller = `coalesce(agent, '') = $1 and coalesce(user_id, '') = $2
  and exists (select 1 from session_nodes where session_id = sessions.id and kind in ('message', 'fork'))`
const ofKind = (parameter: string) => `(${parameter} = '' or coalesce(kind, 'direct') = ${parameter})`
const listOwn = statement<[agent: string, user: string, limit: number, kind: string], SessionRow>(
  `select ${columns} from sessions where ${ofCaller} and ${ofKind('$4')} order by updated_at desc, id limit $3`,
)
const findOwn = statement<[agent: string, user: string, id: string], SessionRow>(
  `select ${columns} from sessions where ${ofCaller} and id = $3`,
)
const findOfKind = statement<[agent: string, user: string, id: string, kind: string], SessionRow>(
  `select ${columns} from sessions where ${ofCaller} and id = $3 and ${ofKind('$4')}`,
)
const firstMessage = statement<[session: string], { content: string }>(
  `select events.content as content from session_nodes join events on events.position = session_nodes.position
  where session_nodes.session_id = $1 and session_nodes.kind = 'message' order by session_nodes.position limit 1`,
)
interface TextRow {
  readonly content: string
  readonly session: string
}
const textsOfCaller = `select events.content as content, events.session_id as session
  from session_nodes join events on events.position = session_nodes.position join sessions on sessions.id = session_nodes.session_id
  where session_nodes.kind in ('message', 'answer', 'turn') and coalesce(sessions.agent, '') = $1
  and coalesce(sessions.user_id, '') = $2`
const latestTexts = statement<[agent: string, user: string, limit: number], TextRow>(
  `${textsOfCaller} order by session_nodes.position desc limit $3`,
)
const latestTextsOfSession = statement<[agent: string, user: string, limit: number, session: string], TextRow>(
  `${textsOfCaller} and session_nodes.session_id = $4 order by session_nodes.position desc limit $3`,
)

/** The most texts that a search looks at, the newest ones. */
const searchedTexts = 5_000
const longestTitle = 120
const longestHit = 600

/** Lists the sessions of a caller that have a conversation, latest first. */
export async function listOwnSessions(
  connection: Connection,
  scope: SessionScope,
  { limit, kind }: { readonly limit: number; readonly kind?: SessionKind | undefined },
): Promise<readonly ListedSession[]> {
  const rows =
    scope.peerKind === 'group'
      ? await connection.all(findOfKind, scope.agent ?? '', scope.user ?? '', scope.session, kind ?? '')
      : await connection.all(listOwn, scope.agent ?? '', scope.user ?? '', limit, kind ?? '')
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      ...(row.agent === null ? {} : { agent: row.agent }),
      kind: row.kind ?? 'direct',
      updatedAt: row.updated_at,
      calls: row.calls,
      title: shortenMiddle(textOfEvent((await connection.get(firstMessage, row.id))?.content), longestTitle),
    })),
  )
}

/** Returns a session of a caller; undefined if it does not exist or is not theirs: the two cannot be told apart. */
export async function findOwnSession(
  connection: Connection,
  { agent = '', user = '', session, peerKind }: SessionScope,
  id: string,
): Promise<SessionRow | undefined> {
  if (peerKind === 'group' && id !== session) return undefined
  return connection.get(findOwn, agent, user, id)
}

/** Searches what was said in the conversations of a caller, best first. Only the newest texts are looked at. */
export async function searchOwnSessions(
  connection: Connection,
  scope: SessionScope,
  { query, limit }: { readonly query: string; readonly limit: number },
): Promise<readonly FoundText[]> {
  const { agent = '', user = '', session: current, peerKind } = scope
  const rows =
    peerKind === 'group'
      ? await connection.all(latestTextsOfSession, agent, user, searchedTexts, current)
      : await connection.all(latestTexts, agent, user, searchedTexts)
  const texts = rows.flatMap(({ content, session }) => {
    const text = textOfEvent(content)
    return text === '' ? [] : [{ session, node: nodeOfEvent(content), text }]
  })
  const ranked = rankTexts(
    query,
    texts.map(({ text }) => indexText([{ text, weight: 1 }])),
  )
  return ranked.slice(0, limit).flatMap(({ index, score }) => {
    const found = texts[index]
    return found === undefined ? [] : [{ ...found, text: shortenMiddle(found.text, longestHit), score }]
  })
}

/** Returns the text of an entry as a reader of its conversation sees it. */
export function textOfEntry(entry: ConversationEntry): string {
  switch (entry.kind) {
    case 'message':
      return entry.text
    case 'turn':
    case 'answer':
      return entry.blocks
        .flatMap((block) => {
          if (block.type === 'text') return [block.text]
          return block.type === 'call' ? [`calls ${block.name} ${JSON.stringify(block.input)}`] : []
        })
        .join('\n')
    case 'result':
      return contentText(entry.content)
    case 'compaction':
      return entry.summary ?? ''
    default:
      return entry satisfies never
  }
}

function fieldsOf(content: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(content ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function nodeOfEvent(content: string): string {
  return String(fieldsOf(content).node ?? '')
}

/** The words of a message or of an answer; empty for anything else. */
function textOfEvent(content: string | undefined): string {
  const { text, blocks } = fieldsOf(content)
  if (typeof text === 'string') return text.trim()
  if (!Array.isArray(blocks)) return ''
  return blocks
    .flatMap((block: unknown) =>
      typeof block === 'object' && block !== null && 'type' in block && block.type === 'text' && 'text' in block
        ? [String(block.text)]
        : [],
    )
    .join('\n')
    .trim()
}
