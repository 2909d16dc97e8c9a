import type { DrawbridgeEvent } from '@drawbridge/core'
import { readAllEvents, readSessionEvents, sessionFileName, type TornLine } from '@drawbridge/store'
import { createHomeDatabase, type HomeDatabaseSources } from '../database/home-database.ts'
import { sessionsFolder } from './open-recorder.ts'

/**
 * What is recorded of a session, or of all: in the database of the home, with what single calls have left in files, or in files where
 * there is no database. Nothing for a session that there is not. What cannot be read of a file is
 * named: in its place, or before all others by whoever takes the file over.
 */
export async function* recordedLines(
  sources: HomeDatabaseSources,
  session?: string,
): AsyncGenerator<DrawbridgeEvent | TornLine> {
  await using owner = createHomeDatabase(sources)
  const database = await owner.find()
  const folder = sessionsFolder(sources.home)
  if (database === undefined) return yield* readFiles(folder, session)
  const { importSessionFiles, readEvents } = await import('@drawbridge/store/sessions')
  const { torn } = await importSessionFiles(database, folder)
  const own = torn.filter(({ file }) => session === undefined || file === sessionFileName(session))
  yield* own.map(({ line }): TornLine => ({ type: 'torn', line }))
  yield* readEvents(database, session)
}

async function* readFiles(folder: string, session: string | undefined): AsyncGenerator<DrawbridgeEvent | TornLine> {
  if (session === undefined) return yield* readAllEvents(folder)
  try {
    yield* readSessionEvents(folder, session)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}
