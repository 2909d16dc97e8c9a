import type { Clock } from '@drawbridge/core/base'
import { statement } from '../database/statement.ts'
import type { DialectConnection } from '../dialect/dialect.ts'

const maxKeyLength = 1_000

/** On PostgreSQL one round trip also notifies, which takes effect with the commit. */
const insertChange = statement<[topic: string, key: string, createdAt: number]>({
  sqlite: 'insert into changes (topic, key, created_at) values ($1, $2, $3)',
  postgres: `with added as (
      insert into changes (topic, key, created_at) values ($1, $2, $3) returning sequence, topic, key
    )
    select pg_notify('drawbridge_changes', json_build_array(sequence, topic, key)::text) from added`,
})

/**
 * The newest row stays, so that watchers can tell what they missed. Two concurrent removals do not wait for each other.
 */
const pruneChanges = statement<[before: number]>({
  sqlite: 'delete from changes where created_at < $1 and sequence < (select max(sequence) from changes)',
  postgres: `delete from changes where sequence in (
      select sequence from changes
      where created_at < $1 and sequence < (select max(sequence) from changes)
      for update skip locked
    )`,
})

/** The longest absence after which a process need not read everything again, in milliseconds. */
export const changeRetentionMs = 3_600_000

/** Each that many changes a process removes the old ones. */
const pruneEvery = 500

/** Writes a change within the transaction that makes it. */
export type Publish = (connection: DialectConnection, topic: string, key: string) => Promise<void>

export function createPublisher(clock: Clock): Publish {
  let untilPrune = pruneEvery
  return async (connection, topic, key) => {
    if (key.length > maxKeyLength) {
      throw new RangeError(`The key of a change has at most ${maxKeyLength} characters; this one has ${key.length}.`)
    }
    const now = clock.now()
    await connection.execute(insertChange, [topic, key, now])
    untilPrune -= 1
    if (untilPrune > 0) return
    untilPrune = pruneEvery
    await connection.execute(pruneChanges, [now - changeRetentionMs])
  }
}
