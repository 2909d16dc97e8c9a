import type { Clock } from '@drawbridge/core/base'
import type { RoomSchema } from '../migration/room-schema.ts'

interface CommonOptions {
  /**
   * The failure that an acknowledged write survives: the death of the process, or also a power failure. Default
   * `process`.
   */
  readonly durability?: 'process' | 'power'
  readonly clock?: Clock
  /** The longest wait for another writer, and for a connection, in milliseconds. Default 10 s. */
  readonly patienceMs?: number
  /** Stops at an older schema: for tests of migrations. Default: the newest. */
  readonly schemaVersion?: number
  /** The rooms whose tables are brought up to date as well. Default: none; tables that are there already stay as they are. */
  readonly rooms?: readonly RoomSchema[]
}

/** An SQLite database to open. */
export interface SqliteOptions extends CommonOptions {
  readonly kind: 'sqlite'
  /** Created if missing, like its folder; only their owner can read them. */
  readonly file: string
}

/** A PostgreSQL database to open. */
export interface PostgresOptions extends CommonOptions {
  readonly kind: 'postgres'
  /** `postgres://user:password@host:port/database`. Its password appears in no message. */
  readonly url: string
  /** The maximum number of connections, in addition to one for change events. Default 10. */
  readonly poolSize?: number
  /** Longest that a statement may take, but for migrations. Default 120 s. */
  readonly maxStatementMs?: number
}

/** The database to open, and how. */
export type DatabaseOptions = SqliteOptions | PostgresOptions

/** The default of `patienceMs`. */
export const defaultPatienceMs = 10_000
