import type { Generated } from 'kysely'

/** What was changed lately, for the processes that look on. Pruned after an hour. */
export interface ChangeTables {
  readonly changes: {
    readonly sequence: Generated<number>
    readonly topic: string
    readonly key: string
    /** Milliseconds since the Unix epoch. */
    readonly created_at: number
  }
}
