import { DrawbridgeError, type DrawbridgeEvent } from '@drawbridge/core'
import type { EventCatalogue, Recorder } from '@drawbridge/core/event'
import type { Database } from '../database/database.ts'
import { type RecorderRegistration, registerRecorder } from '../recover/recorder-registry.ts'
import { recoverInterrupted } from '../recover/recover-interrupted.ts'
import { createCommitQueue } from './commit-queue.ts'
import type { EventEntry } from './event-entry.ts'
import { createTurnPlaces, forgetPlaces, writeEntries } from './write-entries.ts'

const mebibyte = 1_048_576
/** The number of sessions that are remembered as begun. */
const maxSessions = 10_000

/** The number of runs that are remembered as begun. */
const maxRuns = 100_000

/** The options of `createDatabaseRecorder`. */
export interface DatabaseRecorderOptions {
  /** Most that may wait while the database does not answer. Default 64 MiB. */
  readonly maxWaitingBytes?: number
  /** Called before the first event of each session is written, and waited for. */
  readonly beforeSession?: (database: Database, session: string) => Promise<unknown>
  /** Called once, when the database has been opened for the first event; only disposal waits for it. */
  readonly onOpened?: (database: Database) => Promise<unknown>
  /** The families that say which nodes events make in the tree of their session. Default: the events of core. */
  readonly catalogue?: EventCatalogue
}

/**
 * A recorder that is disposed of once everything is written. The database stays open: it belongs to the caller that
 * opened it.
 */
export interface DatabaseRecorder extends Recorder, AsyncDisposable {}

/**
 * Records events in the database; events that arrive together share a transaction. An event is acknowledged once its
 * transaction is committed; an event that cannot be stored is rejected, and the next one tries again. On opening, calls
 * of dead processes are ended.
 * @param source The database, or a function that opens it when the first event arrives.
 */
export function createDatabaseRecorder(
  source: Database | (() => Promise<Database>),
  { maxWaitingBytes = 64 * mebibyte, beforeSession, onOpened, catalogue }: DatabaseRecorderOptions = {},
): DatabaseRecorder {
  const places = createTurnPlaces()
  const sessions = new Set<string>()
  /** The runs that have written since this process is known, and those that may not write any more. */
  const known = new Set<string>()
  const stale = new Set<string>()
  let opening: Promise<Opened> | undefined
  let afterwards: Promise<unknown> | undefined

  const queue = createCommitQueue<EventEntry>({
    maxItems: 1_000,
    maxBytes: 4 * mebibyte,
    maxWaitingBytes,
    commit: async (entries) => {
      const { database, registration } = await opened()
      for (const { event } of entries) await prepare(database, event.session)
      let isWithdrawn = false
      try {
        await database.transaction(async (transaction) => {
          await writeEntries(transaction, entries, { recorder: registration.id, places, catalogue })
          isWithdrawn = !(await registration.isCurrent(transaction))
          if (isWithdrawn) throw withdrawn()
        })
      } catch (error) {
        if (isWithdrawn) await beginAnew()
        throw error
      }
      forgetPlaces(
        entries.map(({ event }) => event),
        { places, catalogue },
      )
    },
  })
  return {
    append: (event: DrawbridgeEvent) => {
      const key = `${event.session}\0${event.run}`
      if (stale.has(key)) return Promise.reject(withdrawn())
      remember(key)
      const text = JSON.stringify(event)
      // Two bytes a character, as memory holds it at the worst.
      return queue.add({ event, text }, text.length * 2)
    },
    [Symbol.asyncDispose]: async () => {
      await queue.idle()
      await afterwards
      const { registration } = (await opening?.catch(() => undefined)) ?? {}
      await registration?.[Symbol.asyncDispose]()
    },
  }

  function remember(key: string): void {
    known.delete(key)
    known.add(key)
    const [oldest] = known
    if (known.size > maxRuns && oldest !== undefined) known.delete(oldest)
  }

  /** Others have taken this process for dead and ended its runs: it goes on with new ones only. */
  async function beginAnew(): Promise<void> {
    for (const key of known) stale.add(key)
    known.clear()
    const { registration } = (await opening) ?? {}
    opening = undefined
    await registration?.[Symbol.asyncDispose]()
  }

  function opened(): Promise<Opened> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  async function prepare(database: Database, session: string): Promise<void> {
    if (beforeSession === undefined || sessions.has(session)) return
    await beforeSession(database, session)
    if (sessions.size >= maxSessions) sessions.clear()
    sessions.add(session)
  }

  async function open(): Promise<Opened> {
    const database = typeof source === 'function' ? await source() : source
    const registration = await registerRecorder(database)
    try {
      await recoverInterrupted(database)
    } catch (error) {
      await registration[Symbol.asyncDispose]()
      throw error
    }
    afterwards ??= onOpened?.(database).catch((error: unknown) => process.emitWarning(String(error)))
    return { database, registration }
  }
}

interface Opened {
  readonly database: Database
  readonly registration: RecorderRegistration
}

function withdrawn(): DrawbridgeError {
  return new DrawbridgeError(
    'store_unavailable',
    'This process stood still for so long that others took it for dead and ended its runs. Nothing more of this run is recorded: begin another one.',
  )
}
