import { type Clock, systemClock } from '@drawbridge/core/base'
import { type BucketLevel, type BucketSettings, refill, waitForToken } from '@drawbridge/core/limits'
import type { Database } from '../database/database.ts'
import { lockCounters, pruneCounters, setCounters } from './limit-statements.ts'

/** Tokens that were taken from a bucket, perhaps none. */
export interface TakenTokens {
  readonly tokens: number
  /** The time until there is a token, if none was taken. Milliseconds. */
  readonly retryAfterMs: number
}

/** Buckets of tokens that every process on a database takes from. */
export interface SharedBuckets {
  /** Takes as many whole tokens as there are, at most `wanted`. Rejects if the database is not available. */
  take(name: string, rate: BucketSettings, wanted: number): Promise<TakenTokens>
}

const pruneEvery = 1_024

/** Creates buckets of tokens in a database. @param clock Default: the server's on PostgreSQL, so that nodes agree; the machine's on SQLite. */
export function createSharedBuckets(database: Database, { clock }: { readonly clock?: Clock } = {}): SharedBuckets {
  const time = () => clock?.now() ?? (database.kind === 'sqlite' ? systemClock.now() : null)
  let untilPrune = pruneEvery
  return {
    take: (name, rate, wanted) =>
      database.transaction(async (transaction) => {
        // Escaped, because names may be of any kind.
        const counter = JSON.stringify(name)
        const [row] = await transaction.all(lockCounters(1), time(), counter)
        const now = row?.now ?? systemClock.now()
        const stored = row?.value ?? undefined
        const level = refill(stored === undefined ? undefined : (JSON.parse(stored) as BucketLevel), rate, now)
        const tokens = Math.min(wanted, Math.floor(level.tokens))
        const left: BucketLevel = { tokens: level.tokens - tokens, at: level.at }
        const usefulUntil = Math.ceil(now + (rate.burst * 1_000) / rate.perSecond)
        await transaction.run(setCounters(1), counter, JSON.stringify(left), usefulUntil)
        untilPrune -= 1
        if (untilPrune <= 0) {
          untilPrune = pruneEvery
          await transaction.run(pruneCounters, now)
        }
        return { tokens, retryAfterMs: tokens > 0 ? 0 : waitForToken(level, rate) }
      }),
  }
}
