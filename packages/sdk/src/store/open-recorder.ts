import { join } from 'node:path'
import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import { type EventCatalogue, noRecorder, type Recorder } from '@drawbridge/core/event'
import { createFileRecorder } from '@drawbridge/store'
import type { HomeDatabase } from '../database/home-database.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'

export interface RecorderPlace {
  readonly home: string
  readonly database: HomeDatabase
  /** Older sessions are removed when the database is opened. Default: none. */
  readonly retentionDays?: number | undefined
  /** The known event types. */
  readonly catalogue: EventCatalogue
}

const dayMs = 86_400_000

/** The folder of the sessions that are kept as files. */
export function sessionsFolder(home: string): string {
  return join(home, 'sessions')
}

/**
 * Opens the recorder of sessions: the database of the home, or files if the operator chose them, or if the program did
 * and the operator set nothing. The database is opened with the first event.
 */
export async function openRecorder(
  record: DrawbridgeOptions['record'],
  { home, database, retentionDays, catalogue }: RecorderPlace,
): Promise<Recorder & AsyncDisposable> {
  if (record === 'off') return { ...noRecorder, [Symbol.asyncDispose]: async () => undefined }
  const choice = await database.choice()
  const folder = sessionsFolder(home)
  if (choice.kind === 'files' || (record === 'files' && !choice.isConfigured)) return createFileRecorder({ folder })
  return recordLazily(async () => {
    const store = await import('@drawbridge/store/sessions')
    return store.createDatabaseRecorder(database.obtain, {
      catalogue,
      // The events in a session's file precede its new ones.
      beforeSession: (opened, session) =>
        store.importSessionFile(opened, folder, { session, catalogue }).catch(tellOfFile),
      onOpened: async (opened) => {
        const { unread } = await store.importSessionFiles(opened, folder, catalogue)
        for (const { file, reason } of unread) warn(`${file}: ${reason}`)
        if (retentionDays !== undefined) await store.pruneSessions(opened, Date.now() - retentionDays * dayMs)
      },
    })
  })
}

/** An unreadable file does not stop recording; a database that cannot be written does. */
function tellOfFile(error: unknown): void {
  if (DrawbridgeError.isInstance(error)) throw error
  warn(errorMessage(error))
}

function warn(reason: string): void {
  process.emitWarning(`A session's file was not imported: ${reason}`)
}

/** Nothing is loaded before the first event. */
function recordLazily(load: () => Promise<Recorder & AsyncDisposable>): Recorder & AsyncDisposable {
  let loading: Promise<Recorder & AsyncDisposable> | undefined
  let loaded: Recorder | undefined
  return {
    append: (event, durability) => {
      if (loaded !== undefined) return loaded.append(event, durability)
      loading ??= load().then((recorder) => {
        loaded = recorder
        return recorder
      })
      return loading.then((recorder) => recorder.append(event, durability))
    },
    [Symbol.asyncDispose]: async () => {
      await (await loading?.catch(() => undefined))?.[Symbol.asyncDispose]()
    },
  }
}
