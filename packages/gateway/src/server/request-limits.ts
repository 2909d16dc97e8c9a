import type { Clock } from '@drawbridge/core/base'
import type { BucketSettings } from '@drawbridge/core/limits'
import type { SharedBuckets } from '@drawbridge/store/authority'
import { refuse } from '../problem/problem.ts'

/** The limit on the requests of each caller, on all nodes together. */
export interface RequestLimits {
  /** Counts a request. Throws the problem `too_many` if its caller has to wait. */
  admit(caller: string): Promise<void>
}

interface Portion {
  left: number
  blockedUntil: number
  usedAt: number
  taking: Promise<void> | undefined
}

/** A node takes this part of the burst at a time, so that not every request asks the database. */
const parts = 16
const mostCallers = 10_000

/**
 * Creates the limits of a node. It takes tokens from the bucket that all nodes share before it lets requests in, so all nodes together let in
 * no more than the rate; what a node has taken and not used may come in addition to a later burst.
 */
export function createRequestLimits({
  buckets,
  rate,
  clock,
}: {
  readonly buckets: SharedBuckets
  readonly rate: BucketSettings
  readonly clock: Clock
}): RequestLimits {
  const callers = new Map<string, Portion>()
  const size = Math.max(1, Math.floor(rate.burst / parts))
  const fullAfterMs = (rate.burst * 1_000) / rate.perSecond

  const portionOf = (caller: string): Portion => {
    const known = callers.get(caller)
    if (known !== undefined) return known
    if (callers.size >= mostCallers) forgetIdle()
    const portion: Portion = { left: 0, blockedUntil: 0, usedAt: 0, taking: undefined }
    callers.set(caller, portion)
    return portion
  }
  const forgetIdle = () => {
    const before = clock.now() - fullAfterMs
    for (const [caller, { usedAt, taking }] of callers)
      if (taking === undefined && usedAt <= before) callers.delete(caller)
  }
  const take = async (caller: string, portion: Portion) => {
    try {
      const { tokens, retryAfterMs } = await buckets.take(`requests ${caller}`, rate, size)
      portion.left += tokens
      portion.blockedUntil = clock.now() + retryAfterMs
    } finally {
      portion.taking = undefined
    }
  }

  return {
    admit: async (caller) => {
      const portion = portionOf(caller)
      while (portion.left < 1) {
        const waitMs = portion.blockedUntil - clock.now()
        if (waitMs > 0)
          refuse('too_many', {
            detail: `More than ${rate.perSecond} requests a second. Wait, or let an operator raise gateway.requests.`,
            retryAfterMs: waitMs,
          })
        portion.taking ??= take(caller, portion)
        await portion.taking
      }
      portion.left -= 1
      portion.usedAt = clock.now()
    },
  }
}
