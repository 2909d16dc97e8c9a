import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { systemClock } from '@drawbridge/core/base'
import pg from 'pg'
import { createDatabase } from '../database/create-database.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseOptions } from '../database/database-options.ts'
import { PostgresDialect } from '../dialect/postgres/postgres-dialect.ts'
import { readValues } from '../dialect/postgres/read-values.ts'
import { migrate } from '../migration/migrate.ts'
import { migrateRooms } from '../migration/migrate-rooms.ts'

/** The types that PGlite would read in another way than the driver does, by their number. */
const parsers = Object.fromEntries(
  [17, 20, 1700].map((type) => [type, readValues.getTypeParser(type) as (text: string) => unknown]),
)

/**
 * Opens an empty PostgreSQL in this process, with pgvector installed but not yet made: for SQL that a server without the extension cannot
 * run. It has one connection, so that nothing waits for a lock.
 */
export async function openPglite(rooms: DatabaseOptions['rooms'] = []): Promise<Database & { readonly engine: PGlite }> {
  const engine = await PGlite.create({ extensions: { vector } })
  const query = async (config: string | pg.QueryConfig, values: readonly unknown[] = []) => {
    const { text, values: given = values } = typeof config === 'string' ? { text: config } : config
    const { rows, affectedRows } = await engine.query(text, [...given], { parsers })
    return { rows, rowCount: rows.length === 0 ? (affectedRows ?? 0) : rows.length }
  }
  const pool = { query, connect: async () => ({ query, release: () => undefined }), ended: true }
  const createClient = () => {
    throw new TypeError('No change event is listened for here.')
  }
  const dialect = new PostgresDialect({ pool: pool as unknown as pg.Pool, name: 'pglite', createClient })
  await migrate(dialect, { clock: systemClock })
  await migrateRooms(dialect, { clock: systemClock, rooms })
  const database = createDatabase(dialect, systemClock)
  return {
    ...database,
    engine,
    [Symbol.asyncDispose]: async () => {
      await database[Symbol.asyncDispose]()
      await engine.close()
    },
  }
}
