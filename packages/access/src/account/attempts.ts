import type { Clock } from '@drawbridge/core/base'
import { type Database, statement } from '@drawbridge/store/database'

/** The tries of someone who may be guessing, counted on all nodes together. */
export interface Attempts {
  /**
   * Begins a try. It counts as a failure until `succeed`, so that tries which run at once are all counted.
   * @param subjects Whom the try is about: an address, an account.
   */
  begin(subjects: readonly string[]): Promise<Attempt>
}

/** A try that has begun, or one that must wait. */
export type Attempt =
  | { readonly allowed: true; succeed(): Promise<void> }
  /** `waitMs`: milliseconds until the next try. */
  | { readonly allowed: false; readonly waitMs: number }

const count = statement<[subject: string, now: number, forgottenBefore: number], { failures: number }>(
  `insert into gateway_attempts (subject, failures, last_at, blocked_until) values ($1, 1, $2, 0)
    on conflict (subject) do update set
      failures = case when gateway_attempts.last_at < $3 then 1 else gateway_attempts.failures + 1 end,
      last_at = $2
    where gateway_attempts.blocked_until <= $2
    returning failures`,
)
const block = statement<[subject: string, until: number]>(
  'update gateway_attempts set blocked_until = $2 where subject = $1',
)
const readBlock = statement<[subject: string], { blocked_until: number }>(
  'select blocked_until from gateway_attempts where subject = $1',
)
const forgive = statement<[subject: string]>(
  'update gateway_attempts set failures = failures - 1, blocked_until = 0 where subject = $1 and failures > 0',
)
const removeOld = statement<[before: number]>('delete from gateway_attempts where last_at < $1 and blocked_until < $1')

const quickTries = 5
const longestWaitMs = 5 * 60_000
/** Failures older than this no longer count. Milliseconds. */
const memoryMs = 60 * 60_000

/** Creates the counter of attempts in a database. */
export function createAttempts(database: Database, { clock }: { readonly clock: Clock }): Attempts {
  return {
    begin: async (subjects) => {
      const now = clock.now()
      await database.run(removeOld, now - memoryMs)
      const counted: string[] = []
      const forgiveAll = async () => {
        for (const subject of counted) await database.run(forgive, subject)
      }
      for (const subject of subjects) {
        const waitMs = await enter(subject, now)
        if (waitMs > 0) {
          await forgiveAll()
          return { allowed: false, waitMs }
        }
        counted.push(subject)
      }
      return { allowed: true, succeed: forgiveAll }
    },
  }

  /** Counts a try; returns the milliseconds to wait if it may not be made now. */
  function enter(subject: string, now: number): Promise<number> {
    return database.transaction(async (transaction) => {
      const row = await transaction.get(count, subject, now, now - memoryMs)
      if (row === undefined) {
        const blocked = await transaction.get(readBlock, subject)
        return Math.max(1, (blocked?.blocked_until ?? now) - now)
      }
      await transaction.run(block, subject, now + waitAfter(row.failures))
      return 0
    })
  }
}

/** Returns the milliseconds to wait after that many failures. */
export function waitAfter(failures: number): number {
  return failures < quickTries ? 0 : Math.min(longestWaitMs, 1_000 * 2 ** (failures - quickTries))
}
