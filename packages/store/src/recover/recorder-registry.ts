import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { serverTime } from '../database/server-time.ts'
import { statement } from '../database/statement.ts'
import { type ProcessIdentity, processIdentity } from './process-identity.ts'

/** The interval at which a recorder reports that it is alive, in milliseconds. */
const heartbeatMs = 10_000
/** After how long a silence one of another host counts as dead. */
export const silenceMs = 60_000

const upsertRecorder = statement<
  [id: string, host: string, pid: number, started: string, startedAt: number, heartbeatAt: number | null]
>({ sqlite: upsertText('$6'), postgres: upsertText(`coalesce($6::bigint, ${serverTime})`) })
function upsertText(heartbeatAt: string): string {
  return `insert into recorders (id, host, pid, process_started, started_at, heartbeat_at)
    values ($1, $2, $3, $4, $5, ${heartbeatAt})
    on conflict (id) do update set heartbeat_at = excluded.heartbeat_at`
}
const removeRecorder = statement<[id: string]>('delete from recorders where id = $1')
/** A process that ends normally leaves no interrupted run. */
const removeRuns = statement<[id: string]>('delete from open_runs where recorder_id = $1')

/**
 * Returns the time for heartbeats; null for the server's clock, because the clocks of hosts that share a server may
 * differ.
 */
export function timeOf({ kind }: Pick<Database, 'kind'>): number | null {
  return kind === 'sqlite' ? Date.now() : null
}

/** This process as one that records. */
export interface RecorderRegistration extends AsyncDisposable {
  readonly id: string
}

/**
 * Makes this process known as one that records, and says from time to time that it lives. It keeps no process alive.
 * One that was taken for dead, for it stood still, makes itself known again.
 */
export async function registerRecorder(
  database: Database,
  { identity = processIdentity() }: { readonly identity?: ProcessIdentity } = {},
): Promise<RecorderRegistration> {
  const id = randomUUID()
  const startedAt = Date.now()
  const { host, pid, started } = identity
  const say = () => database.run(upsertRecorder, id, host, pid, started, startedAt, timeOf(database))
  await say()
  // If this report fails, the next one makes up for it.
  const timer = setInterval(() => void say().catch(() => undefined), heartbeatMs)
  timer.unref()
  return {
    id,
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      // If the database is not available, recovery removes these rows later.
      await database.run(removeRuns, id).catch(() => undefined)
      await database.run(removeRecorder, id).catch(() => undefined)
    },
  }
}
