import { systemClock } from '@drawbridge/core/base'
import { openDialect } from '../dialect/open-dialect.ts'
import { migrate } from '../migration/migrate.ts'
import { migrateRooms } from '../migration/migrate-rooms.ts'
import { createDatabase } from './create-database.ts'
import type { Database } from './database.ts'
import type { DatabaseOptions } from './database-options.ts'

/**
 * Opens the database, creates its file if it is missing, and brings its schema up to date.
 * @throws DrawbridgeError `store_unavailable` if it is locked for too long or cannot be opened or reached; `store_full`,
 * `store_read_only` and `store_corrupt` for the state of the disk; `store_incompatible` for a newer schema or a server that is too
 * old.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { clock = systemClock, schemaVersion, rooms = [] } = options
  const dialect = await openDialect(options)
  try {
    await migrate(dialect, { clock, to: schemaVersion })
    if (schemaVersion === undefined) await migrateRooms(dialect, { clock, rooms })
    return createDatabase(dialect, clock)
  } catch (error) {
    await dialect[Symbol.asyncDispose]()
    throw error
  }
}
