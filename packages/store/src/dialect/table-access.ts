import type { DialectConnection } from './dialect.ts'

/** The type of a column's values, on both databases. */
export type TableValue = string | number | null | Uint8Array

export type TableRow = Readonly<Record<string, TableValue>>

/** A table as the database itself describes it. */
export interface TableShape {
  readonly name: string
  /** The columns in order, without generated ones. */
  readonly columns: readonly string[]
  /** The last number that its counter returned; undefined if it has no counter. */
  readonly counter: number | undefined
}

/** Whole tables, read and written without knowing what they mean. All of it within one transaction of the caller's. */
export interface TableAccess {
  /** Makes the transaction see one moment of the database and write nothing. Its first statement. */
  readOnly(connection: DialectConnection): Promise<void>
  /**
   * The tables by name, without those of extensions and without full-text indexes, which are rebuilt from the indexed
   * data.
   */
  tables(connection: DialectConnection): Promise<readonly TableShape[]>
  /** All rows, some hundred at a time. */
  pages(connection: DialectConnection, table: TableShape): AsyncIterable<readonly TableRow[]>
  /** Lets rows come in any order; the returned function checks what they refer to. */
  suspendReferences(connection: DialectConnection): Promise<() => Promise<void>>
  insert(connection: DialectConnection, table: TableShape, rows: readonly (readonly TableValue[])[]): Promise<void>
  /** The next number will be the one behind this. */
  setCounter(connection: DialectConnection, table: TableShape, last: number): Promise<void>
  /** Returns the note on the table, if the database supports notes: SQLite does not. */
  readNote(connection: DialectConnection, table: string): Promise<string | undefined>
  writeNote(connection: DialectConnection, table: string, note: string | undefined): Promise<void>
}

/** A name as both databases take it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
