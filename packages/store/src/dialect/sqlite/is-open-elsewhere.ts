import { DatabaseSync } from 'node:sqlite'
import { isBusy } from './sqlite-error.ts'

const patienceMs = 500

/** Whether another connection has the file open. A file that is no database is in nobody's use. */
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
