import { randomUUID } from 'node:crypto'
import type { Clock } from '@drawbridge/core/base'
import { type Database, isUniqueViolation, statement } from '@drawbridge/store/database'
import { hasEnded, processIdentity } from '@drawbridge/store/sessions'

/** The interval at which a writer reports that it is alive, in milliseconds. */
const heartbeatMs = 10_000
/** The silence after which a writer on another host counts as dead, in milliseconds. */
const silenceMs = 60_000

interface WriterRow {
  readonly token: string
  readonly host: string
  readonly pid: number
  readonly process_started: string
  readonly heartbeat_at: number
}

const find = statement<[session: string], WriterRow>(
  'select token, host, pid, process_started, heartbeat_at from agents_writers where session_id = $1',
)
const insert = statement<[session: string, token: string, host: string, pid: number, started: string, now: number]>(
  `insert into agents_writers (session_id, token, host, pid, process_started, heartbeat_at)
  values ($1, $2, $3, $4, $5, $6)`,
)
const takeOver = statement<
  [session: string, token: string, host: string, pid: number, started: string, now: number, before: string]
>(
  `update agents_writers set token = $2, host = $3, pid = $4, process_started = $5, heartbeat_at = $6
  where session_id = $1 and token = $7`,
)
const report = statement<[session: string, token: string, now: number]>(
  'update agents_writers set heartbeat_at = $3 where session_id = $1 and token = $2',
)
const release = statement<[session: string, token: string]>(
  'delete from agents_writers where session_id = $1 and token = $2',
)

/** The right to write to a conversation, or the name of the process that has it. */
export type WriterLease =
  | ({ readonly held: true } & AsyncDisposable)
  /** `writer`: its process and host. */
  | { readonly held: false; readonly writer: string }

export interface LeaseOptions {
  readonly session: string
  readonly clock: Clock
  /** Called once if another process took the lease, because this one stood still too long. */
  onLost(): void
}

/** Takes the right to write to a conversation. A process that has ended, or that has been silent for a minute, loses it. */
export async function takeWriterLease(
  database: Database,
  { session, clock, onLost }: LeaseOptions,
): Promise<WriterLease> {
  const token = randomUUID()
  const { host, pid, started } = processIdentity()
  const mine = [session, token, host, pid, started, clock.now()] as const
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
  const ended = hasEnded({ host: row.host, pid: row.pid, started: row.process_started })
  const isDead = ended ?? clock.now() - row.heartbeat_at > silenceMs
  if (isDead && (await database.run(takeOver, ...mine, row.token)) === 1) return keep()
  return { held: false, writer: nameOf(isDead ? await database.get(find, session) : row) }

  function keep(): WriterLease {
    let timer: Disposable | undefined
    const wait = () => {
      timer = clock.after(heartbeatMs, () => void say())
    }
    const say = async () => {
      // If the database is not available, the next report makes up for it.
      const written = await database.run(report, session, token, clock.now()).catch(() => 1)
      if (timer === undefined) return
      if (written === 0) onLost()
      else wait()
    }
    wait()
    return {
      held: true,
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
