import type { Client, Notification } from 'pg'
import { changeRetentionMs } from '../../change/create-publisher.ts'
import type { ChangeSink, ChangeWatch } from '../dialect.ts'
import { closeInTime } from './close-in-time.ts'

/** The types of `pg` do not tell that a connection need not keep a process alive. */
export interface ListenClient extends Client {
  unref(): void
}

/** Makes a connection that is not open yet. */
export type ListenClientFactory = () => ListenClient

export interface WatchOptions {
  readonly createClient: ListenClientFactory
  readonly explain: (error: unknown) => unknown
  readonly sink: ChangeSink
}

interface ChangeRow {
  readonly sequence: number
  readonly topic: string
  readonly key: string
}

/** The interval at which the connection is tested and the horizon moves on, in milliseconds. */
const beatMs = 15_000
const firstPauseMs = 50
const longestPauseMs = 2_000

/**
 * Listens on a connection of its own. After a loss it connects again and reads from the table what was committed meanwhile:
 * all transactions since the horizon, which is the oldest one that was still open two beats ago. Numbers alone would not do, for a
 * transaction that commits late carries an early one.
 */
export async function watchPostgresChanges({ createClient, explain, sink }: WatchOptions): Promise<ChangeWatch> {
  let isClosed = false
  let client: ListenClient | undefined
  let beat: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let horizon: string | undefined
  let nextHorizon: string | undefined
  let lastSeenAt = Date.now()
  /** The changes reported since the horizon, so that catching up does not report them again. */
  let told = new Set<number>()
  let toldSinceBeat = new Set<number>()

  const tell = ({ sequence, topic, key }: ChangeRow) => {
    if (told.has(sequence) || toldSinceBeat.has(sequence)) return
    toldSinceBeat.add(sequence)
    sink.changed(topic, key)
  }
  const receive = ({ payload = '' }: Notification) => {
    const [sequence, topic, key] = JSON.parse(payload) as [number, string, string]
    tell({ sequence, topic, key })
  }

  const connect = async () => {
    const next = createClient()
    let hasEnded = false
    const end = () => {
      hasEnded = true
      lose(next)
    }
    next.on('error', end)
    next.on('end', end)
    next.on('notification', receive)
    try {
      await next.connect()
      await next.query('listen drawbridge_changes')
      if (horizon !== undefined) await catchUp(next, horizon)
      lastSeenAt = Date.now()
      const current = await readHorizon(next)
      horizon ??= current
      nextHorizon = current
      if (hasEnded) throw new Error('The connection was closed while it was being opened.')
    } catch (error) {
      next.end().catch(() => undefined)
      throw explain(error)
    }
    if (isClosed) return void next.end().catch(() => undefined)
    client = next
    next.unref()
    beat = setTimeout(() => void keepUp(next), beatMs).unref()
  }
  const catchUp = async (next: ListenClient, since: string) => {
    const { rows } = await next.query<ChangeRow>(
      'select sequence, topic, key from changes where transaction_id >= $1::xid8 order by sequence',
      [since],
    )
    if (Date.now() - lastSeenAt > changeRetentionMs / 2) sink.missed()
    rows.forEach(tell)
  }
  const keepUp = async (beating: ListenClient) => {
    try {
      const current = await readHorizon(beating)
      lastSeenAt = Date.now()
      horizon = nextHorizon
      nextHorizon = current
      told = toldSinceBeat
      toldSinceBeat = new Set()
      if (client === beating) beat = setTimeout(() => void keepUp(beating), beatMs).unref()
    } catch {
      lose(beating)
    }
  }
  const lose = (lost: ListenClient) => {
    if (client !== lost) return
    client = undefined
    clearTimeout(beat)
    lost.end().catch(() => undefined)
    reconnect(firstPauseMs)
  }
  const reconnect = (pauseMs: number) => {
    if (isClosed) return
    const attempt = () => connect().catch(() => reconnect(Math.min(pauseMs * 2, longestPauseMs)))
    retry = setTimeout(() => void attempt(), pauseMs).unref()
  }

  await connect()
  return {
    // The server tells this process too.
    look: () => undefined,
    [Symbol.asyncDispose]: async () => {
      isClosed = true
      clearTimeout(beat)
      clearTimeout(retry)
      const last = client
      client = undefined
      if (last !== undefined) await closeInTime(() => last.end().catch(() => undefined))
    },
  }
}

async function readHorizon(client: Client): Promise<string> {
  const { rows } = await client.query<{ horizon: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon',
  )
  return rows[0]?.horizon ?? '0'
}
