import { randomUUID } from 'node:crypto'
import type { Clock } from '@drawbridge/core/base'
import { type Database, isUniqueViolation, serverTime, statement, type Transaction } from '@drawbridge/store/database'
import { hasEnded, processIdentity, withdrawProcess } from '@drawbridge/store/sessions'

/** The interval at which a writer reports that it is alive, in milliseconds. */
const heartbeatMs = 10_000
/** The silence after which a writer counts as dead, in milliseconds: on a file only one of another host. */
const silenceMs = 30_000

interface WriterRow {
  readonly token: string
  readonly host: string
  readonly pid: number
  readonly process_started: string
  readonly heartbeat_at: number
}

/** The time of this host on a file; that of the server otherwise, since the clocks of its hosts may differ. */
const [fileNow, serverNow] = ['$6', `coalesce(nullif($6::bigint, 0), ${serverTime})`]
const find = statement<[session: string], WriterRow & { readonly now: number | null }>({
  sqlite: findText('null'),
  postgres: findText(serverTime),
})
function findText(now: string): string {
  return `select token, host, pid, process_started, heartbeat_at, ${now} as now from agents_writers where session_id = $1`
}
const insert = statement<[session: string, token: string, host: string, pid: number, started: string, now: number]>({
  sqlite: insertText(fileNow),
  postgres: insertText(serverNow),
})
function insertText(now: string): string {
  return `insert into agents_writers (session_id, token, host, pid, process_started, heartbeat_at)
  values ($1, $2, $3, $4, $5, ${now})`
}
const takeOver = statement<
  [session: string, token: string, host: string, pid: number, started: string, now: number, before: string]
>({ sqlite: takeOverText(fileNow), postgres: takeOverText(serverNow) })
function takeOverText(now: string): string {
  return `update agents_writers set token = $2, host = $3, pid = $4, process_started = $5, heartbeat_at = ${now}
  where session_id = $1 and token = $7`
}
const report = statement<[session: string, token: string, now: number]>({
  sqlite: 'update agents_writers set heartbeat_at = $3 where session_id = $1 and token = $2',
  postgres: `update agents_writers set heartbeat_at = coalesce(nullif($3::bigint, 0), ${serverTime})
  where session_id = $1 and token = $2`,
})
const release = statement<[session: string, token: string]>(
  'delete from agents_writers where session_id = $1 and token = $2',
)

/** The right to write to a conversation, or the name of the process that has it. */
export type WriterLease =
  | ({
      readonly held: true
      /** Returns true if no other process has taken it. Asked before each run, since this process may have stood still. */
      isCurrent(): Promise<boolean>
    } & AsyncDisposable)
  /** `writer`: its process and host. */
  | { readonly held: false; readonly writer: string }

export interface LeaseOptions {
  readonly session: string
  readonly clock: Clock
  /** Called once if another process took the lease, because this one stood still too long. */
  onLost(): void
}

/**
 * Takes the right to write to a conversation. A process that has ended, or that has been silent for half a minute, loses it, and can record
 * nothing more of what it was doing.
 */
export async function takeWriterLease(
  database: Database,
  { session, clock, onLost }: LeaseOptions,
): Promise<WriterLease> {
  const token = randomUUID()
  const { host, pid, started } = processIdentity()
  const now = () => (database.kind === 'sqlite' ? clock.now() : 0)
  const mine = [session, token, host, pid, started, now()] as const
  const row = await database.get(find, session)
  if (row === undefined) {
    try {
      await database.run(insert, ...mine)
      return keep()
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      return { held: false, writer: nameOf(await database.get(find, session)) }
    }
  }
  const isSilent = (row.now ?? clock.now()) - row.heartbeat_at > silenceMs
  const before = { host: row.host, pid: row.pid, started: row.process_started }
  const isDead = (hasEnded(before) ?? isSilent) || (database.kind === 'postgres' && isSilent)
  if (isDead && (await database.transaction((transaction) => replace(transaction)))) return keep()
  return { held: false, writer: nameOf(isDead ? await database.get(find, session) : row) }

  /** The process that is taken for dead is kept from writing in the same transaction. */
  async function replace(transaction: Transaction): Promise<boolean> {
    if (row === undefined || (await transaction.run(takeOver, ...mine, row.token)) === 0) return false
    await withdrawProcess(transaction, { host: row.host, pid: row.pid, started: row.process_started })
    return true
  }

  function keep(): WriterLease {
    let timer: Disposable | undefined
    const wait = () => {
      timer = clock.after(heartbeatMs, () => void say())
    }
    const say = async () => {
      // If the database is not available, the next report makes up for it.
      const written = await database.run(report, session, token, now()).catch(() => 1)
      if (timer === undefined) return
      if (written === 0) onLost()
      else wait()
    }
    wait()
    return {
      held: true,
      isCurrent: async () => (await database.run(report, session, token, now())) === 1,
      [Symbol.asyncDispose]: async () => {
        timer?.[Symbol.dispose]()
        timer = undefined
        await database.run(release, session, token).catch(() => undefined)
      },
    }
  }
}

function nameOf(row: WriterRow | undefined): string {
  return row === undefined ? 'another process' : `process ${row.pid} on ${row.host.split(' ', 1)[0] ?? row.host}`
}
