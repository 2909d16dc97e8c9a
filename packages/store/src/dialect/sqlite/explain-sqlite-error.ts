import { DrawbridgeError, type DrawbridgeErrorCode } from '@drawbridge/core'
import { type SqliteCode, sqliteCode } from './sqlite-error.ts'

/** The code and what to do, for each way in which a file fails. */
const explanations: Readonly<Record<SqliteCode, readonly [code: DrawbridgeErrorCode, what: string, wayOut: string]>> = {
  SQLITE_BUSY: ['store_unavailable', 'is locked', 'Another process is writing to it: end that process, or try again.'],
  SQLITE_LOCKED: [
    'store_unavailable',
    'is locked',
    'Another process is writing to it: end that process, or try again.',
  ],
  SQLITE_PROTOCOL: ['store_unavailable', 'is locked', 'Several processes opened it at once: try again.'],
  SQLITE_READONLY: [
    'store_read_only',
    'cannot be written',
    'Make the file and its folder writable, or choose another home.',
  ],
  SQLITE_IOERR: ['store_unavailable', 'cannot be read or written', 'Check the disk and the system log.'],
  SQLITE_CORRUPT: ['store_corrupt', 'is damaged', 'Move it away and restore a backup.'],
  SQLITE_FULL: [
    'store_full',
    'cannot grow: the disk is full',
    'Free some disk space; nothing that was acknowledged is lost.',
  ],
  SQLITE_CANTOPEN: [
    'store_unavailable',
    'cannot be opened',
    'Its folder must exist and be writable, and the path must not be a folder.',
  ],
  SQLITE_NOTADB: [
    'store_corrupt',
    'is not an SQLite database',
    'Move it away, then restore a backup or start with a new database.',
  ],
}

/** Returns an error that a person can act on if the file failed; the error itself if a statement did. */
export function explainSqliteError(error: unknown, file: string): unknown {
  const name = sqliteCode(error)
  if (name === undefined || !(error instanceof Error)) return error
  const [code, what, wayOut] = explanations[name]
  return new DrawbridgeError(code, `The database ${file} ${what} (${name}: ${error.message}). ${wayOut}`, {
    cause: error,
  })
}
