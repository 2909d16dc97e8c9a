import { type Connection, statement } from '@drawbridge/store/database'
import type { SessionEvent } from './conversation-state.ts'

/** A node of a conversation as it is stored. */
export interface NodeRow {
  readonly id: string
  readonly kind: string
  readonly parent_id: string | null
  readonly position: number
}

/** A node and the session that has it: a fork goes on in the session that it is of. */
export interface NodePlace {
  readonly session: string
  readonly row: NodeRow
}

const findNode = statement<[session: string, id: string], NodeRow>(
  'select id, kind, parent_id, position from session_nodes where session_id = $1 and id = $2',
)
const findFork = statement<[session: string], { position: number }>(
  `select position from session_nodes where session_id = $1 and kind = 'fork' order by position limit 1`,
)
const readEvent = statement<[position: number], { content: string }>('select content from events where position = $1')

/** More steps than any conversation has: a damaged record may lead in circles. */
const maxSteps = 1_000_000
/** More forks of forks than anybody makes. */
const maxForks = 1_000

/** Walks from a node back to the beginning, through forks. The walk ends where the record has a gap. */
export async function* walkBack(
  connection: Connection,
  start: { readonly session: string; readonly node: string },
): AsyncGenerator<NodePlace> {
  let at: { readonly session: string; readonly node: string | undefined } = start
  for (let step = 0; at.node !== undefined && step < maxSteps; step += 1) {
    const place = await findPlace(connection, { session: at.session, node: at.node })
    if (place === undefined) return
    yield place
    const { session, row } = place
    const event = row.kind === 'fork' ? await eventAt(connection, row.position) : undefined
    at =
      event?.type === 'conversation.forked'
        ? { session: event.of, node: event.through }
        : { session, node: row.parent_id ?? undefined }
  }
}

/** Returns the place of a node of a conversation, in its session or in one that it was forked from. Undefined if it has no such node. */
export async function findPlace(
  connection: Connection,
  { session, node }: { readonly session: string; readonly node: string },
): Promise<NodePlace | undefined> {
  let owner = session
  for (let forks = 0; forks < maxForks; forks += 1) {
    const row = await connection.get(findNode, owner, node)
    if (row !== undefined) return { session: owner, row }
    const fork = await connection.get(findFork, owner)
    const event = fork && (await eventAt(connection, fork.position))
    if (event?.type !== 'conversation.forked') return undefined
    owner = event.of
  }
  return undefined
}

/** A line that is not JSON counts as missing: the rest of the conversation is still there. */
export async function eventAt(connection: Connection, position: number): Promise<SessionEvent | undefined> {
  const row = await connection.get(readEvent, position)
  try {
    return row === undefined ? undefined : (JSON.parse(row.content) as SessionEvent)
  } catch {
    return undefined
  }
}
