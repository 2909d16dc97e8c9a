import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'
import type { DatabaseOptions } from '../database/database-options.ts'
import type { DialectConnection } from '../dialect/dialect.ts'
import { openDialect } from '../dialect/open-dialect.ts'
import type { TableAccess } from '../dialect/table-access.ts'
import { tableAccessOf } from '../dialect/table-access-of.ts'

/** One moment of a database, while others go on writing. */
export interface DatabaseSnapshot {
  readonly connection: DialectConnection
  readonly access: TableAccess
}

/**
 * Works on one moment of a database, without changing its schema and without holding up writers. On SQLite on a copy in the
 * scratch folder, which is removed again.
 * @throws DrawbridgeError `store_corrupt` for a SQLite file that cannot be read whole.
 */
export async function withSnapshot<Result>(
  options: DatabaseOptions,
  scratch: string,
  work: (snapshot: DatabaseSnapshot) => Promise<Result>,
): Promise<Result> {
  if (options.kind === 'postgres') return onOneMoment(options, work)
  const copy = join(scratch, 'snapshot.db')
  // Made by SQLite it would be readable by others for a moment.
  await (await open(copy, 'wx', 0o600)).close()
  try {
    {
      await using dialect = await openDialect(options)
      await dialect.executeText('vacuum into ?', [copy])
    }
    return await onOneMoment({ kind: 'sqlite', file: copy }, async (snapshot) => {
      await assertWhole(snapshot.connection, options.file)
      return work(snapshot)
    })
  } finally {
    for (const ending of ['', '-wal', '-shm', '-journal']) await rm(`${copy}${ending}`, { force: true })
  }
}

async function onOneMoment<Result>(
  options: DatabaseOptions,
  work: (snapshot: DatabaseSnapshot) => Promise<Result>,
): Promise<Result> {
  const access = await tableAccessOf(options.kind)
  await using dialect = await openDialect(options)
  const read = async (connection: DialectConnection) => {
    await access.readOnly(connection)
    return work({ connection, access })
  }
  return await dialect.transaction(read, { takesTime: true })
}

/** @throws DrawbridgeError `store_corrupt` if SQLite finds a fault. */
export async function assertWhole(connection: DialectConnection, file: string): Promise<void> {
  const { rows } = await connection.executeText('pragma integrity_check(1)', [])
  const [first] = rows as readonly { integrity_check: string }[]
  if (first?.integrity_check === 'ok') return
  throw new DrawbridgeError(
    'store_corrupt',
    `The database ${file} is damaged (${first?.integrity_check ?? 'no details'}). Move it away and restore a backup.`,
  )
}
