import { join } from 'node:path'
import type { DrawbridgeEvent } from '@drawbridge/core'
import { sessionFileName, unreadableFile } from '@drawbridge/store'
import { readAllEvents, readSessionEvents, type TornLine } from '@drawbridge/store/files'
import { createHomeDatabase, type HomeDatabaseSources } from '../database/home-database.ts'
import { eventsOfHome } from '../room/find-rooms.ts'
import { sessionsFolder } from './open-recorder.ts'

/**
 * Yields the records of one session, or of all: from the database of the home together with the files of single calls,
 * or from files if there is no database. Yields nothing for an unknown session. Unreadable lines are reported in their
 * place, or first if they were reported by an import.
 */
export async function* recordedLines(
  sources: HomeDatabaseSources,
  session?: string,
): AsyncGenerator<DrawbridgeEvent | TornLine> {
  await using owner = createHomeDatabase(sources)
  const database = await owner.find()
  const folder = sessionsFolder(sources.home)
  const catalogue = await eventsOfHome(sources)
  if (database === undefined)
    return yield* session === undefined
      ? readAllEvents(folder, catalogue)
      : readSessionEvents(folder, session, catalogue)
  const { importSessionFiles, readEvents } = await import('@drawbridge/store/sessions')
  const { torn, unread } = await importSessionFiles(database, folder, catalogue)
  const [missing] = unread.filter(({ file }) => session === undefined || file === sessionFileName(session))
  if (missing !== undefined) throw unreadableFile(join(folder, missing.file), missing.reason)
  const own = torn.filter(({ file }) => session === undefined || file === sessionFileName(session))
  yield* own.map(({ line }): TornLine => ({ type: 'torn', line }))
  yield* readEvents(database, session)
}
