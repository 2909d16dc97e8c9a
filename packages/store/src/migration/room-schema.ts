import type { SealedColumn } from '../secret/sealed-column.ts'
import type { MigrationEntry } from './migrations.ts'

/** The part of the schema that a room owns. */
export interface RoomSchema {
  /** The name of the room, under which the database remembers which of its migrations have run. */
  readonly room: string
  /** Oldest first. A released one is never changed: add one. Their names begin with `0001-`, `0002-` … */
  readonly migrations: readonly MigrationEntry[]
  readonly sealed: readonly SealedColumn[]
}
