import type { DatabaseOptions } from '../database/database-options.ts'

/** What the database of a test has in the beginning: the newest tables without rows, or not even tables. */
export type StartingSchema = 'ready' | 'none'

/** Where the tests of one suite have their database, one after the other. */
export interface Place {
  options(): DatabaseOptions
  /** Before the first test, and after the last. */
  make?(): Promise<void>
  remove?(): Promise<void>
  /** Before each test: an empty database. */
  empty(): Promise<void>
  /** After each test, when what it opened is closed. */
  leave(): Promise<void>
}
