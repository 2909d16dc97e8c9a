import type { MemoryPlace } from '@drawbridge/room/place'
import { type Connection, type Database, statement, type Transaction } from '@drawbridge/store/database'

const findGraph = statement<[agent: string, user: string, project: string], { id: number; changed_at: number }>(
  'select id, changed_at from knowledge_graphs where agent_id = $1 and user_id = $2 and project = $3',
)
const addGraph = statement<[agent: string, user: string, project: string]>(
  `insert into knowledge_graphs (agent_id, user_id, project, changed_at) values ($1, $2, $3, 0)
    on conflict (agent_id, user_id, project) do nothing`,
)
const advanceGraph = statement<[id: number, now: number]>(
  'update knowledge_graphs set changed_at = case when changed_at > $2 then changed_at else $2 end where id = $1',
)

/** A graph that is being changed: no other process changes it meanwhile. */
export interface LockedGraph {
  readonly id: number
  /** The time of the change, in milliseconds since the Unix epoch: never before that of an earlier change. */
  readonly now: number
}

/** Returns the id of the graph of a place; undefined if nothing was ever stated there. */
export async function findGraphId(
  connection: Connection,
  { agent, user, project }: MemoryPlace,
): Promise<number | undefined> {
  return (await connection.get(findGraph, agent, user, project))?.id
}

/** Changes the graph of a place in one transaction, one change after the other. */
export async function changeGraph<Result>(
  database: Database,
  { agent, user, project }: MemoryPlace,
  nowMs: number,
  change: (transaction: Transaction, graph: LockedGraph) => Promise<Result>,
): Promise<Result> {
  if ((await database.get(findGraph, agent, user, project)) === undefined)
    await database.run(addGraph, agent, user, project)
  return database.transaction(async (transaction) => {
    const known = await transaction.get(findGraph, agent, user, project)
    if (known === undefined) throw new Error('The graph was removed while it was changed.')
    await transaction.run(advanceGraph, known.id, nowMs)
    const locked = await transaction.get(findGraph, agent, user, project)
    return change(transaction, { id: known.id, now: locked?.changed_at ?? nowMs })
  })
}
