import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { DatabaseKind } from '../database/statement.ts'
import type { Tables } from '../database/tables.ts'
import type { DialectConnection } from './dialect.ts'

/** Kysely on one of our connections, which keeps what it prepares and explains its errors. Loaded with the first query alone. */
export function createQueryBuilder(kind: DatabaseKind, connection: DialectConnection): Kysely<Tables> {
  const driver = { createDriver: () => createDriver(connection) }
  switch (kind) {
    case 'sqlite':
      return new Kysely({
        dialect: {
          ...driver,
          createAdapter: () => new SqliteAdapter(),
          createQueryCompiler: () => new SqliteQueryCompiler(),
          createIntrospector: (database) => new SqliteIntrospector(database),
        },
      })
    case 'postgres':
      return new Kysely({
        dialect: {
          ...driver,
          createAdapter: () => new PostgresAdapter(),
          createQueryCompiler: () => new PostgresQueryCompiler(),
          createIntrospector: (database) => new PostgresIntrospector(database),
        },
      })
    default:
      return kind satisfies never
  }
}

function createDriver(connection: DialectConnection): Driver {
  const face: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      const { rows, count } = await connection.executeText(sql, parameters)
      return { rows: rows as Row[], numAffectedRows: BigInt(count) }
    },
    streamQuery: () => {
      throw new TypeError('Rows are not streamed: read them in pages.')
    },
  }
  return {
    init: async () => undefined,
    acquireConnection: async () => face,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
    beginTransaction: refuseTransaction,
    commitTransaction: refuseTransaction,
    rollbackTransaction: refuseTransaction,
  }
}

async function refuseTransaction(): Promise<never> {
  throw new TypeError('Begin transactions with `database.transaction(work)` and use its `transaction.query()`.')
}
