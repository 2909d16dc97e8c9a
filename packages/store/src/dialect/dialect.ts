import type { DatabaseKind, SqlValue, Statement } from '../database/statement.ts'
import type { ColumnTypes } from '../migration/migration.ts'

export interface SqlResult {
  readonly rows: readonly unknown[]
  /** The number of rows that were written or read. */
  readonly count: number
}

/** One statement after the other; errors are already explained. */
export interface DialectConnection {
  /** Prepared at first use and kept. */
  execute(statement: Statement, parameters: readonly SqlValue[]): Promise<SqlResult>
  /** SQL that was made at run time, in the dialect's own words and with its own placeholders. */
  executeText(text: string, parameters: readonly unknown[]): Promise<SqlResult>
}

export interface ChangeSink {
  changed(topic: string, key: string): void
  /** Changes may have been missed: all is to be looked at again. */
  missed(): void
}

export interface ChangeWatch extends AsyncDisposable {
  /** This process has just committed changes itself. */
  look(): void
}

/** Everything that differs between the databases. Outside a transaction each statement commits on its own. */
export interface SqlDialect extends DialectConnection, AsyncDisposable {
  readonly kind: DatabaseKind
  readonly name: string
  readonly columnTypes: ColumnTypes
  /** Commits when the work resolves, rolls back when it rejects. A migration may take its time. */
  transaction<Result>(
    work: (connection: DialectConnection) => Promise<Result>,
    options?: { readonly takesTime?: boolean },
  ): Promise<Result>
  /** Makes other processes wait until the end of the transaction before they migrate. */
  lockMigrations(connection: DialectConnection): Promise<void>
  /** Resolves once no change that is committed from now on goes unseen. */
  watchChanges(sink: ChangeSink): Promise<ChangeWatch>
}
