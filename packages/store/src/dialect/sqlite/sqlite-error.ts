/** The errors that node:sqlite throws. */
export interface SqliteError extends Error {
  readonly code: 'ERR_SQLITE_ERROR'
  /** SQLite's extended result code. */
  readonly errcode: number
  readonly errstr: string
}

/** Primary result codes, as SQLite names them. */
export const sqliteCodes = {
  SQLITE_BUSY: 5,
  SQLITE_LOCKED: 6,
  SQLITE_READONLY: 8,
  SQLITE_IOERR: 10,
  SQLITE_CORRUPT: 11,
  SQLITE_FULL: 13,
  SQLITE_CANTOPEN: 14,
  SQLITE_PROTOCOL: 15,
  SQLITE_NOTADB: 26,
} as const

export type SqliteCode = keyof typeof sqliteCodes

/** The name of the primary code; undefined for an error of a statement rather than of the database file. */
export function sqliteCode(error: unknown): SqliteCode | undefined {
  if (!isSqliteError(error)) return undefined
  const primary = error.errcode & 0xff
  return (Object.keys(sqliteCodes) as SqliteCode[]).find((name) => sqliteCodes[name] === primary)
}

export function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
}

/** Another connection holds a lock for the moment: the same statement may succeed later. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error)
  return code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED' || code === 'SQLITE_PROTOCOL'
}
