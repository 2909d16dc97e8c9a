import { DrawbridgeError } from '@drawbridge/core'
import type { Clock } from '@drawbridge/core/base'
import { type Statement, statement } from '../database/statement.ts'
import type { DialectConnection, SqlDialect } from '../dialect/dialect.ts'
import { type MigrationEntry, migrations } from './migrations.ts'

const countTables = statement<[], { present: number }>({
  sqlite: "select count(*) as present from sqlite_schema where name = 'schema_migrations'",
  // Not to_regclass, which may still answer from before the wait for another process that has just made the table.
  postgres: "select count(*) as present from pg_class where relname = 'schema_migrations' and pg_table_is_visible(oid)",
})
const readVersion = statement<[], { version: number }>('select max(version) as version from schema_migrations')
const noteVersion = statement<[version: number, name: string, appliedAt: number]>(
  'insert into schema_migrations (version, name, applied_at) values ($1, $2, $3)',
)

export interface MigrateOptions {
  readonly clock: Clock
  /** Default: the newest. */
  readonly to?: number | undefined
  /** The known migrations; tests pass their own. */
  readonly known?: readonly MigrationEntry[]
}

/**
 * Brings the schema to a version, one migration per transaction, under a lock that all processes respect. Runs two short reads if
 * the schema is up to date.
 * @throws DrawbridgeError `store_incompatible` if the database is newer than this program.
 */
export async function migrate(dialect: SqlDialect, options: MigrateOptions): Promise<void> {
  const { clock, known = migrations } = options
  const to = Math.min(options.to ?? known.length, known.length)
  const currentVersion = async (connection: DialectConnection) =>
    refuseNewer(await recordedVersion(connection), known.length, dialect.name)
  for (let version = await currentVersion(dialect); version < to; ) {
    const step = async (connection: DialectConnection) => {
      await dialect.lockMigrations(connection)
      // Another process may have been faster.
      const reached = await currentVersion(connection)
      const next = known[reached]
      if (reached >= to || next === undefined) return reached
      await apply(next, { dialect, connection, version: reached + 1, clock })
      return reached + 1
    }
    version = await dialect.transaction(step, { takesTime: true })
  }
}

function refuseNewer(version: number, newest: number, name: string): number {
  if (version <= newest) return version
  throw new DrawbridgeError(
    'store_incompatible',
    `The database ${name} has schema ${version}, made by a newer Drawbridge; this one knows up to ${newest}. ` +
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

async function apply(
  entry: MigrationEntry,
  {
    dialect,
    connection,
    version,
    clock,
  }: { dialect: SqlDialect; connection: DialectConnection; version: number; clock: Clock },
): Promise<void> {
  const { migration } = await entry.load()
  for (const text of migration(dialect.columnTypes)) await connection.executeText(text, [])
  await connection.execute(noteVersion, [version, entry.name, clock.now()])
}
