import { join } from 'node:path'
import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import { type EventCatalogue, noRecorder, type Recorder } from '@drawbridge/core/event'
import { createFileRecorder } from '@drawbridge/store'
import type { HomeDatabase } from '../database/home-database.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'

export interface RecorderPlace {
  readonly home: string
  readonly database: HomeDatabase
  /** What is older is removed when the database is opened. Default: nothing. */
  readonly retentionDays?: number | undefined
  /** What is known of each type of event. */
  readonly catalogue: EventCatalogue
}

const dayMs = 86_400_000

/** The folder of the sessions that are kept as files. */
export function sessionsFolder(home: string): string {
  return join(home, 'sessions')
}

/**
 * What sessions are recorded by: the database of the home, or files where the operator wants that, or where the program does
 * and the operator says nothing. The database is opened with the first event.
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
      // What a session has in a file came before what it goes on with.
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

/** A file that cannot be read is no reason not to record; a database that cannot be written is one. */
function tellOfFile(error: unknown): void {
  if (DrawbridgeError.isInstance(error)) throw error
  warn(errorMessage(error))
}

function warn(reason: string): void {
  process.emitWarning(`A session's file was not taken over: ${reason}`)
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
