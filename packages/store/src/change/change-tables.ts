import type { Generated } from 'kysely'

/** Recent changes, for the processes that watch. Pruned after an hour. */
export interface ChangeTables {
  readonly changes: {
    readonly sequence: Generated<number>
    readonly topic: string
    readonly key: string
    /** Milliseconds since the Unix epoch. */
    readonly created_at: number
  }
}
