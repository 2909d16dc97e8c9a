import { type Clock, DrawbridgeError } from '@drawbridge/core'
import { type Statement, statement } from '../database/statement.ts'
import type { Dialect, DialectConnection } from '../dialect/dialect.ts'
import { type MigrationEntry, migrations } from './migrations.ts'

const countTables = statement<[], { present: number }>({
  sqlite: "select count(*) as present from sqlite_schema where name = 'schema_migrations'",
  postgres: "select count(to_regclass('schema_migrations')) as present",
})
const readVersion = statement<[], { version: number }>('select max(version) as version from schema_migrations')
const noteVersion = statement<[version: number, name: string, appliedAt: number]>(
  'insert into schema_migrations (version, name, applied_at) values ($1, $2, $3)',
)

export interface MigrateOptions {
  readonly clock: Clock
  /** Default: the newest. */
  readonly to?: number | undefined
}

/**
 * Brings the schema to a version, one migration a transaction, under a lock that all processes respect. Two short reads
 * where nothing is to be done.
 * @throws DrawbridgeError `store_incompatible` where the database is newer than this program.
 */
export async function migrate(dialect: Dialect, { clock, to = migrations.length }: MigrateOptions): Promise<void> {
  for (let version = await currentVersion(dialect); version < to; ) {
    version = await dialect.transaction(async (connection) => {
      await dialect.lockMigrations(connection)
      // Another process may have been faster.
      const reached = await currentVersion(dialect, connection)
      return reached < to ? applyNext(dialect, connection, reached, clock) : reached
    })
  }
}

async function currentVersion(dialect: Dialect, connection: DialectConnection = dialect): Promise<number> {
  const version = await recordedVersion(connection)
  if (version <= migrations.length) return version
  throw new DrawbridgeError(
    'store_incompatible',
    `The database ${dialect.name} has schema ${version}, made by a newer Drawbridge; this one knows up to ${migrations.length}. ` +
      'Update Drawbridge, or restore a backup from before the newer one ran.',
  )
}

async function recordedVersion(connection: DialectConnection): Promise<number> {
  const [tables] = await rowsOf(connection, countTables)
  if (tables?.present !== 1) return 0
  const [newest] = await rowsOf(connection, readVersion)
  return newest?.version ?? 0
}

async function rowsOf<Row>(connection: DialectConnection, query: Statement<[], Row>): Promise<readonly Row[]> {
  return (await connection.execute(query, [])).rows as readonly Row[]
}

async function applyNext(
  dialect: Dialect,
  connection: DialectConnection,
  reached: number,
  clock: Clock,
): Promise<number> {
  const version = reached + 1
  const { name, load } = migrations[reached] as MigrationEntry
  const { migration } = await load()
  for (const text of migration(dialect.columnTypes)) await connection.executeText(text, [])
  await connection.execute(noteVersion, [version, name, clock.now()])
  return version
}
