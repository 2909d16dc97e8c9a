import type { DatabaseKind } from '../database/statement.ts'
import type { TableAccess } from './table-access.ts'

/** Loads only the one that is asked for. */
export async function tableAccessOf(kind: DatabaseKind): Promise<TableAccess> {
  switch (kind) {
    case 'sqlite':
      return (await import('./sqlite/sqlite-tables.ts')).sqliteTables
    case 'postgres':
      return (await import('./postgres/postgres-tables.ts')).postgresTables
    default:
      return kind satisfies never
  }
}
