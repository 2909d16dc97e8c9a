import type { Kysely } from 'kysely'
import type { DialectConnection } from '../dialect/dialect.ts'
import type { Connection } from './database.ts'
import type { DatabaseKind } from './statement.ts'
import type { Tables } from './tables.ts'

/** The typed face of a dialect's connection: which rows come is known to the statement alone. */
export function connectionOn(kind: DatabaseKind, connection: DialectConnection): Omit<Connection, 'publish'> {
  let builder: Promise<Kysely<Tables>> | undefined
  const load = async () => (await import('../dialect/query-builder.ts')).createQueryBuilder(kind, connection)
  return {
    kind,
    run: async (statement, ...parameters) => (await connection.execute(statement, parameters)).count,
    all: async (statement, ...parameters) => (await connection.execute(statement, parameters)).rows as readonly never[],
    get: async (statement, ...parameters) => (await connection.execute(statement, parameters)).rows[0] as never,
    query: () => {
      builder ??= load()
      return builder
    },
  }
}
