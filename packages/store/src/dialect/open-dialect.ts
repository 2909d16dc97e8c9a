import type { DatabaseOptions } from '../database/database-options.ts'
import type { SqlDialect } from './dialect.ts'

/** Loads only the one that is asked for. */
export async function openDialect(options: DatabaseOptions): Promise<SqlDialect> {
  switch (options.kind) {
    case 'sqlite':
      return (await import('./sqlite/open-sqlite.ts')).openSqlite(options)
    case 'postgres':
      return (await import('./postgres/open-postgres.ts')).openPostgres(options)
    default:
      return options satisfies never
  }
}
