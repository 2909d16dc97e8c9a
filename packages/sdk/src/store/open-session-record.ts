import { readdirSync } from 'node:fs'
import type { InterruptedCall } from '@drawbridge/core'
import type { Database } from '@drawbridge/store/database'
import type {
  AuditAnchor,
  AuditReport,
  ImportReport,
  PruneReport,
  SessionEntry,
  SessionFilter,
  SessionNode,
  StoredEvent,
} from '@drawbridge/store/sessions'
import { createHomeDatabase, type HomeDatabaseSources } from '../database/home-database.ts'
import { eventsOfHome } from '../room/find-rooms.ts'
import { sessionsFolder } from './open-recorder.ts'

/** Everything that was recorded in a home, in its database; files have been imported. */
export interface SessionRecord extends AsyncDisposable {
  readonly database: Database
  /** The result of the import at opening. */
  readonly imported: ImportReport
  /** Latest first. */
  list(limit: number, filter?: SessionFilter): Promise<readonly SessionEntry[]>
  find(session: string): Promise<SessionEntry | undefined>
  /** The nodes of the session, and of the sessions that its runs have started. */
  nodes(session: string): Promise<readonly SessionNode[]>
  interrupted(session: string): Promise<readonly InterruptedCall[]>
  /** In the order in which they were committed. Default: those of all sessions. */
  events(session?: string): AsyncGenerator<StoredEvent>
  verify(anchor?: AuditAnchor): Promise<AuditReport>
  /** Removes what was recorded before a time, in milliseconds since the Unix epoch. */
  prune(before: number): Promise<PruneReport & { readonly files: number }>
}

/** The home of a record. */
export interface SessionRecordSources extends HomeDatabaseSources {
  /** True (default) if the database is created to import files. */
  readonly create?: boolean
}

/**
 * Opens the record of a home, imports files, and ends calls whose process has died. Undefined if nothing was recorded.
 * @throws DrawbridgeError `invalid_option` if the operator wants files alone, and there are some.
 */
export async function openSessionRecord({
  create = true,
  ...sources
}: SessionRecordSources): Promise<SessionRecord | undefined> {
  const owner = createHomeDatabase(sources)
  const folder = sessionsFolder(sources.home)
  const database = (await owner.find()) ?? (create && hasSessionFiles(sources.home) ? await owner.obtain() : undefined)
  if (database === undefined) return undefined
  try {
    const store = await import('@drawbridge/store/sessions')
    const imported = await store.importSessionFiles(database, folder, await eventsOfHome(sources))
    await store.recoverInterrupted(database)
    return {
      database,
      imported,
      list: (limit, filter) => store.listSessions(database, limit, filter),
      find: (session) => store.findSession(database, session),
      nodes: (session) => store.listSessionNodes(database, session),
      interrupted: (session) => store.listInterrupted(database, session),
      events: (session) => store.readEventTexts(database, session),
      verify: (anchor) => store.verifyAudit(database, anchor),
      prune: async (before) => ({
        ...(await store.pruneSessions(database, before)),
        files: await store.pruneSessionFiles(folder, before, database),
      }),
      [Symbol.asyncDispose]: () => owner[Symbol.asyncDispose](),
    }
  } catch (error) {
    await owner[Symbol.asyncDispose]()
    throw error
  }
}

/** Returns true if a home has sessions that were recorded as files. */
function hasSessionFiles(home: string): boolean {
  try {
    return readdirSync(sessionsFolder(home)).some((name) => name.endsWith('.jsonl'))
  } catch {
    return false
  }
}
