import type { RecordedLine } from '@drawbridge/core/replay'
import { readSessionEvents } from '@drawbridge/store'
import { createHomeDatabase, type HomeDatabaseSources } from '../database/home-database.ts'
import { sessionsFolder } from '../store/open-recorder.ts'

/**
 * What is recorded of a session: in the database of the home, with what single calls have left in files, or in files where there is
 * no database. Nothing for a session that there is not.
 */
export async function* readRecorded(sources: HomeDatabaseSources, session: string): AsyncGenerator<RecordedLine> {
  await using owner = createHomeDatabase(sources)
  const database = await owner.find()
  const folder = sessionsFolder(sources.home)
  if (database === undefined) return yield* readFile(folder, session)
  const { importSessionFiles, readEvents } = await import('@drawbridge/store/sessions')
  await importSessionFiles(database, folder)
  yield* readEvents(database, session)
}

async function* readFile(folder: string, session: string): AsyncGenerator<RecordedLine> {
  try {
    yield* readSessionEvents(folder, session)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}
