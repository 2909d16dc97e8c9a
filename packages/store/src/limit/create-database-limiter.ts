import { randomUUID } from 'node:crypto'
import { type Clock, systemClock } from '@drawbridge/core/base'
import {
  defaultLimitSettings,
  type Limit,
  type Limiter,
  type LimitGrant,
  type LimitRequest,
  type LimitSettings,
  limitsOf,
  longestWait,
} from '@drawbridge/core/limits'
import type { Database, Transaction } from '../database/database.ts'
import { judgeLimit, type LimitVerdict } from './judge-limit.ts'
import { createLeases } from './leases.ts'
import { countPlaces, lockCounters, pruneCounters, prunePlaces, setCounters, takePlaces } from './limit-statements.ts'

/** The options of `createDatabaseLimiter`. */
export interface DatabaseLimiterOptions {
  readonly settings?: Partial<LimitSettings> | (() => Partial<LimitSettings>)
  /** The clock to use. Default: the server's on PostgreSQL, so that nodes agree; the machine's on SQLite. */
  readonly clock?: Clock
  /** The time after which the places of a process that died are free again, in milliseconds. Default 30 s. */
  readonly leaseMs?: number
}

/** Disposed, it gives back every place that it holds. */
export interface DatabaseLimiter extends Limiter, AsyncDisposable {
  /** Rejects if the database is not available. */
  acquire(request: LimitRequest): Promise<LimitGrant>
}

/** Each that many calls a process removes what says nothing any more. */
const pruneEvery = 1_024
/** A process that stood still for this long has lost its places. Milliseconds. */
const forgottenMs = 3_600_000

/**
 * Limits that every process on a database keeps together, with the rules of the limiter in memory. A call takes from all its limits
 * or from none, in one transaction.
 */
export function createDatabaseLimiter(
  database: Database,
  { settings: given = {}, clock, leaseMs = 30_000 }: DatabaseLimiterOptions = {},
): DatabaseLimiter {
  const time = () => clock?.now() ?? (database.kind === 'sqlite' ? systemClock.now() : null)
  const holder = randomUUID()
  const leases = createLeases({ database, holder, leaseMs, time, clock: clock ?? systemClock })
  let untilPrune = pruneEvery

  return {
    acquire: async (request) => {
      await leases.settled()
      const limits = limitsOf(request, { ...defaultLimitSettings, ...(typeof given === 'function' ? given() : given) })
      const claim = randomUUID()
      const refused = await database.transaction((transaction) => take(transaction, limits, claim))
      return refused === undefined ? leases.grant(claim) : refused
    },
    [Symbol.asyncDispose]: () => leases[Symbol.asyncDispose](),
  }

  async function take(
    transaction: Transaction,
    limits: readonly Limit[],
    claim: string,
  ): Promise<Extract<LimitGrant, { status: 'refused' }> | undefined> {
    // Always in the same order, so that no two wait for each other.
    const counters = limits.map(counterOf).toSorted()
    const rows = await transaction.all(lockCounters(counters.length), time(), ...counters)
    const now = Math.max(...rows.map((row) => row.now))
    const values = new Map(rows.map(({ counter, value }) => [counter, value ?? undefined]))
    const placed = limits.filter(({ kind }) => kind === 'places').map(counterOf)
    const taken = new Map(
      (await transaction.all(countPlaces(placed.length), now, ...placed)).map((row) => [row.counter, row.taken]),
    )
    const verdicts = limits.map((limit) => {
      const counter = counterOf(limit)
      return judgeLimit(limit, { value: values.get(counter), taken: taken.get(counter) ?? 0 }, now)
    })
    const refused = longestWait(verdicts)
    if (refused !== undefined) {
      return { status: 'refused', limit: refused.limit.name, retryAfterMs: refused.retryAfterMs }
    }
    const written = verdicts.flatMap(rowOf)
    if (written.length > 0) await transaction.run(setCounters(written.length / 3), ...written)
    await transaction.run(takePlaces(placed.length), claim, holder, now + leaseMs, ...placed)
    await prune(transaction, now)
    return undefined
  }

  async function prune(transaction: Transaction, now: number): Promise<void> {
    untilPrune -= 1
    if (untilPrune > 0) return
    untilPrune = pruneEvery
    await transaction.run(pruneCounters, now)
    await transaction.run(prunePlaces, now - forgottenMs)
  }
}

/** Escaped, because sessions and users may have any name. */
function counterOf({ counter }: Limit): string {
  return JSON.stringify(counter)
}

function rowOf({ limit, next }: LimitVerdict): readonly (string | number)[] {
  return next === undefined ? [] : [counterOf(limit), next.value, next.usefulUntil]
}
