import type { MemoryPlace } from '@drawbridge/room/place'
import { type Connection, statement } from '@drawbridge/store/database'

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
