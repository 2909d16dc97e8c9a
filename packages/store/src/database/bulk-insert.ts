import type { Connection } from './database.ts'
import { type SqlValue, statement } from './statement.ts'

/** The type with which a column is sent to PostgreSQL. */
export type BulkColumn = 'text' | 'bigint'

/** The table and columns that rows are inserted into. */
export interface BulkInsertOptions<Column extends string> {
  readonly table: string
  readonly columns: Readonly<Record<Column, BulkColumn>>
  /** The clause after the values: `on conflict …`. */
  readonly conflict?: string
}

/** The values of a row by column. */
export type BulkRow<Column extends string> = Readonly<Record<Column, string | number | null>>

/**
 * Inserts many rows with one round trip: on SQLite, which has none, a row a statement; on PostgreSQL all of them as one
 * parameter. Texts without U+0000 and lone surrogates.
 */
export function bulkInsert<Column extends string>({
  table,
  columns,
  conflict = '',
}: BulkInsertOptions<Column>): (connection: Connection, rows: readonly BulkRow<Column>[]) => Promise<void> {
  const names = Object.keys(columns) as Column[]
  const list = names.join(', ')
  const one = statement<SqlValue[]>(
    `insert into ${table} (${list}) values (${names.map((_, place) => `$${place + 1}`).join(', ')}) ${conflict}`,
  )
  const types = names.map((name) => `${name} ${columns[name]}`).join(', ')
  const many = statement<[rows: string]>(
    `insert into ${table} (${list}) select ${list} from json_to_recordset($1::json) as given (${types}) ${conflict}`,
  )
  return async (connection, rows) => {
    if (rows.length === 0) return
    if (connection.kind === 'postgres') {
      await connection.run(many, JSON.stringify(rows))
      return
    }
    for (const row of rows) await connection.run(one, ...names.map((name) => row[name]))
  }
}
