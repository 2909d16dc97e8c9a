import type { MemoryPlace } from '@drawbridge/room/place'
import { type Connection, statement, type Transaction } from '@drawbridge/store/database'

/** A document that was forgotten, or a source with all that came from it. */
export interface Forgotten {
  readonly kind: 'path' | 'source'
  readonly name: string
}

const saveForgotten = statement<
  [agent: string, user: string, project: string, kind: string, name: string, nowMs: number]
>(
  `insert into memory_forgotten (agent_id, user_id, project, kind, name, forgotten_at) values ($1, $2, $3, $4, $5, $6)
    on conflict (agent_id, user_id, project, kind, name) do update set forgotten_at = excluded.forgotten_at`,
)
/** A row without a name, which changes of the place write and nobody reads. On SQLite a transaction is alone in any case. */
const lockPlace = statement<[agent: string, user: string, project: string]>(
  `insert into memory_forgotten (agent_id, user_id, project, kind, name, forgotten_at) values ($1, $2, $3, 'path', '', 0)
    on conflict (agent_id, user_id, project, kind, name) do update set forgotten_at = 0`,
)
const findForgotten = statement<
  [agent: string, user: string, project: string, timeMs: number, path: string, source: string],
  { found: number }
>(
  `select 1 as found from memory_forgotten where agent_id = $1 and user_id = $2 and project = $3 and forgotten_at >= $4
    and ((kind = 'path' and name = $5) or (kind = 'source' and name = $6))`,
)

/** Notes that a place forgot something, whether or not it had it: what was said before must not bring it back. */
export async function noteForgotten(
  connection: Connection,
  { agent, user, project }: MemoryPlace,
  { kind, name }: Forgotten,
  nowMs: number,
): Promise<void> {
  await connection.run(saveForgotten, agent, user, project, kind, name, nowMs)
}

/** Says whether a place forgot a document or a source at or after a time. */
export async function wasForgotten(
  connection: Connection,
  { agent, user, project }: MemoryPlace,
  { path, source, timeMs }: { readonly path: string; readonly source: string; readonly timeMs: number },
): Promise<boolean> {
  return (await connection.get(findForgotten, agent, user, project, timeMs, path, source)) !== undefined
}

/**
 * Waits until no other transaction that forgets or remembers in these places is open, and keeps new ones waiting: nothing is remembered
 * between the question whether it was forgotten and the write.
 */
export async function lockPlaces(transaction: Transaction, places: readonly MemoryPlace[]): Promise<void> {
  // In one order, so that no two wait for each other.
  const keys = new Set(places.map(({ agent, user, project }) => JSON.stringify([agent, user, project])))
  for (const key of [...keys].sort()) {
    const [agent, user, project] = JSON.parse(key) as [string, string, string]
    await transaction.run(lockPlace, agent, user, project)
  }
}
