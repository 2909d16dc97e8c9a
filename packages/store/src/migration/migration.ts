import type { DatabaseKind } from '../database/statement.ts'

/** The column type for each meaning. All of them return the same JavaScript type on both databases. */
export interface ColumnTypes {
  /** For the rare statement that one of them needs alone. */
  readonly kind: DatabaseKind
  /** Ids, names, texts of any length: string, without U+0000. */
  readonly text: string
  /** JSON, kept byte for byte: string. What is searched for has a column of its own. */
  readonly json: string
  /** 64 bits: number; beyond the safe integers reading fails. */
  readonly integer: string
  /** Milliseconds since the Unix epoch: number. */
  readonly time: string
  /** Uint8Array. */
  readonly bytes: string
  /** 0 or 1, for SQLite has no booleans. */
  readonly boolean: string
  /** A double: number. */
  readonly real: string
  /** The full declaration of an auto-increment key: number. */
  readonly counter: string
}

/** The statements that lead from the version before to this one. They run in one transaction. */
export type Migration = (types: ColumnTypes) => readonly string[]
