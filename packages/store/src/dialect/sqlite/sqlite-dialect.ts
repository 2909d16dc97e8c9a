import type { DatabaseSync } from 'node:sqlite'
import { DrawbridgeError } from '@drawbridge/core'
import type { SqlValue, Statement } from '../../database/statement.ts'
import type { ChangeSink, ChangeWatch, DialectConnection, SqlDialect, SqlResult } from '../dialect.ts'
import { explainSqliteError } from './explain-sqlite-error.ts'
import { createPreparedStatements, type PreparedStatements } from './prepared-statements.ts'
import { sqliteTypes } from './sqlite-types.ts'
import { createWaitingLine, keepTrying, type WaitingLine } from './waiting-line.ts'
import { watchSqliteChanges } from './watch-sqlite-changes.ts'

export interface SqliteDialectOptions {
  readonly database: DatabaseSync
  readonly file: string
  readonly patienceMs: number
}

/**
 * One connection, whose statements are synchronous. Who writes first waits in one line, and the first of it for other processes;
 * who only reads waits for the end of an open transaction alone.
 */
export class SqliteDialect implements SqlDialect {
  readonly kind = 'sqlite'
  readonly name: string
  readonly columnTypes = sqliteTypes
  readonly #database: DatabaseSync
  readonly #statements: PreparedStatements
  readonly #patienceMs: number
  readonly #writers: WaitingLine = createWaitingLine()
  /** Held for the length of a transaction, so that no statement of another task slips into it. */
  readonly #connection: WaitingLine = createWaitingLine()

  constructor({ database, file, patienceMs }: SqliteDialectOptions) {
    this.name = file
    this.#database = database
    this.#statements = createPreparedStatements(database)
    this.#patienceMs = patienceMs
  }

  execute(statement: Statement, parameters: readonly SqlValue[]): Promise<SqlResult> {
    const { sqlite } = statement.text
    const run = () => this.#statements.run(statement, parameters)
    return this.#atOnce(sqlite, run) ?? this.#alone(sqlite, run)
  }

  executeText(text: string, parameters: readonly unknown[]): Promise<SqlResult> {
    return this.#alone(text, () => this.#statements.runText(text, parameters))
  }

  async transaction<Result>(work: (connection: DialectConnection) => Promise<Result>): Promise<Result> {
    const deadline = this.#deadline()
    using _turn = await this.#enter(this.#writers, deadline)
    using _connection = await this.#begin(deadline)
    try {
      const result = await work({
        execute: async (statement, parameters) => this.#explained(() => this.#statements.run(statement, parameters)),
        executeText: async (text, parameters) => this.#explained(() => this.#statements.runText(text, parameters)),
      })
      this.#explained(() => this.#database.exec('commit'))
      return result
    } catch (error) {
      this.#rollBack()
      throw error
    }
  }

  async lockMigrations(): Promise<void> {
    // Its transactions hold the lock of the file already.
  }

  watchChanges(sink: ChangeSink): Promise<ChangeWatch> {
    return watchSqliteChanges(this, sink)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#database.isOpen) return
    using _turn = await this.#enter(this.#writers, this.#deadline())
    using _connection = await this.#enter(this.#connection, this.#deadline())
    this.#database.close()
  }

  /** Waits for the file's lock and returns with the transaction begun and the connection taken. */
  async #begin(deadline: number): Promise<Disposable> {
    const begin = async () => {
      const connection = await this.#enter(this.#connection, deadline)
      try {
        this.#database.exec('begin immediate')
        return connection
      } catch (error) {
        connection[Symbol.dispose]()
        throw error
      }
    }
    return this.#trying(begin, deadline)
  }

  /** Runs what only reads if nothing is in its way: waiting for turns that are free costs more than a small read. */
  #atOnce(text: string, run: () => SqlResult): Promise<SqlResult> | undefined {
    if (!this.#connection.isFree || !readsOnly(text)) return undefined
    try {
      return Promise.resolve(run())
    } catch {
      // Another process is in its way, or it fails again with its explanation.
      return undefined
    }
  }

  /** Runs one statement between the transactions. */
  async #alone(text: string, run: () => SqlResult): Promise<SqlResult> {
    const deadline = this.#deadline()
    using _turn = readsOnly(text) ? undefined : await this.#enter(this.#writers, deadline)
    const attempt = async () => {
      using _connection = await this.#enter(this.#connection, deadline)
      return run()
    }
    return this.#trying(attempt, deadline)
  }

  /** A full disk may have done it already. */
  #rollBack(): void {
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }

  async #trying<Result>(attempt: () => Promise<Result>, deadline: number): Promise<Result> {
    try {
      return await keepTrying(attempt, deadline)
    } catch (error) {
      throw explainSqliteError(error, this.name)
    }
  }

  #explained<Result>(run: () => Result): Result {
    try {
      return run()
    } catch (error) {
      throw explainSqliteError(error, this.name)
    }
  }

  async #enter(line: WaitingLine, deadline: number): Promise<Disposable> {
    const turn = await line.enter(Math.max(0, deadline - performance.now()))
    if (turn !== undefined) return turn
    throw new DrawbridgeError(
      'store_unavailable',
      `The database ${this.name} was locked for ${this.#patienceMs / 1_000} s by a transaction of this process. ` +
        'A transaction must not wait for anything slow, nor for the database itself: its work must use the transaction that it is given.',
    )
  }

  #deadline(): number {
    return performance.now() + this.#patienceMs
  }
}

/** In doubt it counts as writing, which only means to wait in line. */
function readsOnly(text: string): boolean {
  return /^\s*(?:select|pragma|explain)\b/i.test(text)
}
