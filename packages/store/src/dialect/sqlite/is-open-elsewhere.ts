import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './sqlite-error.ts'

const patienceMs = 500

/** Returns true if another connection has the file open. A file that is not a database is never in use. */
export function isOpenElsewhere(file: string): boolean {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: patienceMs })
    // Only who is alone may give up the shared log.
    database.prepare('pragma journal_mode = delete').get()
    database.prepare('pragma journal_mode = wal').get()
    return false
  } catch (error) {
    return isBusy(error)
  } finally {
    database?.close()
  }
}
