import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '../database/database.ts'
import { serverTime } from '../database/server-time.ts'
import { statement } from '../database/statement.ts'
import { type ProcessIdentity, processIdentity } from './process-identity.ts'

/** The interval at which a recorder reports that it is alive, in milliseconds. */
const heartbeatMs = 10_000
/** The silence after which a recorder counts as dead, in milliseconds: on a file only one of another host. */
export const silenceMs = 30_000

const insertRecorder = statement<
  [id: string, host: string, pid: number, started: string, startedAt: number, heartbeatAt: number | null]
>({ sqlite: insertText('$6'), postgres: insertText(`coalesce($6::bigint, ${serverTime})`) })
function insertText(heartbeatAt: string): string {
  return `insert into recorders (id, host, pid, process_started, started_at, heartbeat_at)
    values ($1, $2, $3, $4, $5, ${heartbeatAt})`
}
/** A recorder that was withdrawn does not come back: others may have gone on with what it wrote. */
const reportRecorder = statement<[id: string, heartbeatAt: number | null]>({
  sqlite: 'update recorders set heartbeat_at = $2 where id = $1',
  postgres: `update recorders set heartbeat_at = coalesce($2::bigint, ${serverTime}) where id = $1`,
})
const findRecorder = statement<[id: string], { id: string }>('select id from recorders where id = $1')
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
  /**
   * Returns true if no other process has taken this one for dead. Asked within the transaction that writes, after it has locked the head
   * of the record, so that nothing is written once another process goes on.
   */
  isCurrent(transaction: Transaction): Promise<boolean>
}

/** Makes this process known as one that records, and reports from time to time that it lives. It keeps no process alive. */
export async function registerRecorder(
  database: Database,
  { identity = processIdentity() }: { readonly identity?: ProcessIdentity } = {},
): Promise<RecorderRegistration> {
  const id = randomUUID()
  const startedAt = Date.now()
  const { host, pid, started } = identity
  await database.run(insertRecorder, id, host, pid, started, startedAt, timeOf(database))
  const say = () => database.run(reportRecorder, id, timeOf(database))
  // If this report fails, the next one makes up for it.
  const timer = setInterval(() => void say().catch(() => undefined), heartbeatMs)
  timer.unref()
  return {
    id,
    isCurrent: async (transaction) => (await transaction.get(findRecorder, id)) !== undefined,
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      // If the database is not available, recovery removes these rows later.
      await database.run(removeRuns, id).catch(() => undefined)
      await database.run(removeRecorder, id).catch(() => undefined)
    },
  }
}
