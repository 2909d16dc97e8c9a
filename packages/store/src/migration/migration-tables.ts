/** The tables that list the migrations of this database, in order. */
export interface MigrationTables {
  readonly schema_migrations: {
    /** From 1, without gaps. */
    readonly version: number
    readonly name: string
    /** Milliseconds since the Unix epoch. */
    readonly applied_at: number
  }
  /** The same for each room. */
  readonly room_migrations: {
    readonly room: string
    /** From 1 for each room, without gaps. */
    readonly version: number
    readonly name: string
    readonly applied_at: number
  }
}
