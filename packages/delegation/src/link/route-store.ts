import type { ChatPlace, HandoffRoute } from '@drawbridge/core/agent'
import { type Connection, statement } from '@drawbridge/store/database'

interface Row {
  readonly channel: string
  readonly chat: string
  readonly agent: string
  readonly session: string
  readonly source: string
  readonly reason: string
  readonly context_session: string | null
  readonly context_node: string | null
}

const columns = 'channel, chat, agent, session, source, reason, context_session, context_node'
const findRow = statement<[channel: string, chat: string], Row>(
  `select ${columns} from delegations_routes where channel = $1 and chat = $2`,
)
const saveRow = statement<
  [
    channel: string,
    chat: string,
    agent: string,
    session: string,
    source: string,
    reason: string,
    contextSession: string | null,
    contextNode: string | null,
    now: number,
  ]
>(
  `insert into delegations_routes (${columns}, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (channel, chat) do update set agent = excluded.agent, session = excluded.session, source = excluded.source,
      reason = excluded.reason, context_session = excluded.context_session, context_node = excluded.context_node,
      created_at = excluded.created_at`,
)
const removeRow = statement<[channel: string, chat: string]>(
  'delete from delegations_routes where channel = $1 and chat = $2',
)

/** Returns the route of a place; undefined if there is none. */
export async function findRoute(
  connection: Connection,
  { channel, chat }: ChatPlace,
): Promise<HandoffRoute | undefined> {
  const row = await connection.get(findRow, channel, chat)
  if (row === undefined) return undefined
  const { source: from, context_session: session, context_node: node, ...rest } = row
  return { ...rest, from, ...(session === null || node === null ? {} : { context: { session, node } }) }
}

/** Keeps a route, in place of an earlier one. */
export async function saveRoute(connection: Connection, route: HandoffRoute, now: number): Promise<void> {
  const { channel, chat, agent, session, from, reason, context } = route
  const node = context?.node ?? null
  await connection.run(saveRow, channel, chat, agent, session, from, reason, context?.session ?? null, node, now)
}

/** Removes a route. Resolves to false if there is none. */
export async function clearRoute(connection: Connection, { channel, chat }: ChatPlace): Promise<boolean> {
  return (await connection.run(removeRow, channel, chat)) > 0
}
