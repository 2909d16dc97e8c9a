import { DatabaseSync } from 'node:sqlite'
import { DrawbridgeError } from '@drawbridge/core'
import { defaultPatienceMs, type SqliteOptions } from '../../database/database-options.ts'
import type { SqlDialect } from '../dialect.ts'
import { explainSqliteError } from './explain-sqlite-error.ts'
import { prepareFile } from './prepare-file.ts'
import { SqliteDialect } from './sqlite-dialect.ts'
import { keepTrying } from './waiting-line.ts'

/** SQLite's own waiting stops the whole process: enough for the commit of another, and no longer. */
const busyTimeoutMs = 3
/** The log is cut back to this once it has been carried over into the file. */
const maxLogBytes = 67_108_864

export async function openSqlite({
  file,
  durability,
  patienceMs = defaultPatienceMs,
}: SqliteOptions): Promise<SqlDialect> {
  await prepareFile(file)
  try {
    const open = () => openConnection(file, durability === 'power' ? 'full' : 'normal')
    const database = await keepTrying(open, performance.now() + patienceMs)
    return new SqliteDialect({ database, file, patienceMs })
  } catch (error) {
    throw explainSqliteError(error, file)
  }
}

function openConnection(file: string, synchronous: 'normal' | 'full'): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
  try {
    const mode = database.prepare('pragma journal_mode = wal').get()?.journal_mode
    if (mode !== 'wal') throw withoutLog(file)
    database.exec(`pragma synchronous = ${synchronous}; pragma journal_size_limit = ${maxLogBytes}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function withoutLog(file: string): DrawbridgeError {
  return new DrawbridgeError(
    'store_unavailable',
    `The disk of the database ${file} does not support the shared write-ahead log (WAL). Choose a home on a local disk.`,
  )
}
