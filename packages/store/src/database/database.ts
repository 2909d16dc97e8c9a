import type { Kysely } from 'kysely'
import type { ChangeListener } from '../change/change.ts'
import type { DatabaseKind, SqlValue, Statement } from './statement.ts'
import type { Tables } from './tables.ts'

/**
 * Something that runs statements: the database, with each statement on its own, or a transaction. A repository takes
 * one, and so works in both. Integers come back as numbers and JSON as text on both databases.
 */
export interface Connection {
  /** The kind of database, for the few places outside `dialect/` that must know it. */
  readonly kind: DatabaseKind
  /** Runs a statement; resolves to how many rows it wrote. */
  run<Parameters extends readonly SqlValue[]>(
    statement: Statement<Parameters, unknown>,
    ...parameters: Parameters
  ): Promise<number>
  all<Parameters extends readonly SqlValue[], Row>(
    statement: Statement<Parameters, Row>,
    ...parameters: Parameters
  ): Promise<readonly Row[]>
  /** The first row, or undefined. */
  get<Parameters extends readonly SqlValue[], Row>(
    statement: Statement<Parameters, Row>,
    ...parameters: Parameters
  ): Promise<Row | undefined>
  /** Kysely on this connection, loaded with the first use. Its own `transaction()` is refused: use that of the database. */
  query(): Promise<Kysely<Tables>>
  /**
   * Notifies the topic's subscribers in every process once the transaction is committed; never if it is rolled back.
   * @param key at most 1,000 characters.
   */
  publish(topic: string, key: string): Promise<void>
}

/** Ends with its work. Once one of its statements has failed, nothing of it is kept, also when the error was caught. */
export interface Transaction extends Connection {}

/** A SQLite file or a PostgreSQL database, opened and at the newest schema. */
export interface Database extends Connection, AsyncDisposable {
  /** The file, or host and database without user and password: for messages. */
  readonly name: string
  /**
   * Commits what the work did, or rolls all of it back when it rejects. The work uses the transaction it is given alone: on SQLite
   * there is one at a time in a process, so the database itself would wait for the end of this one.
   * @throws DrawbridgeError `store_unavailable` after 10 s of waiting for another writer, and all that `openDatabase` throws.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /**
   * Calls the listener for each change of the topic that is committed from now on, by this process or another, within a second. It
   * may be called twice for one change. Listening keeps no process alive.
   */
  subscribe(topic: string, listener: ChangeListener): Promise<Disposable>
}
