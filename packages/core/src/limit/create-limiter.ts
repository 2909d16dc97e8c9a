import type { Principal } from '../base/principal.ts'
import type { Clock } from '../clock/clock.ts'
import type { Risk } from '../tool/permission.ts'
import { type BucketSettings, defaultLimitSettings, type LimitSettings, type WindowSettings } from './limit-settings.ts'
import type { Limiter, LimitGrant, LimitRequest } from './limiter.ts'
import {
  type BucketLevel,
  concurrencyRetryMs,
  type Limit,
  limitsOf,
  longestWait,
  refill,
  slide,
  type WindowCalls,
  waitForPlace,
  waitForToken,
} from './limits-of.ts'

/** The options of a limiter in memory. */
export interface LimiterOptions {
  readonly clock: Clock
  /** A function is asked at each call, so that the limits may change while calls are counted. */
  readonly settings?: Partial<LimitSettings> | (() => Partial<LimitSettings>)
}

/** One limit's verdict on a call, and the action once all of them agree. */
interface LimitCheck {
  readonly limit: string
  readonly retryAfterMs: number
  take(): void
  release?(): void
}

interface KnownLimits {
  readonly risk: Risk
  readonly limits: readonly Limit[]
}

/**
 * Limits in the memory of one process. A call takes from all its limits or from none. Every session has counters of its own, so
 * no client can use up another's.
 */
export function createLimiter({ clock, settings: given }: LimiterOptions): Limiter {
  const settingsNow = typeof given === 'function' ? given : () => given
  let from = settingsNow()
  let settings = { ...defaultLimitSettings, ...from }
  const buckets = createCounters<BucketLevel>(clock.now)
  const windows = createCounters<WindowCalls>(clock.now)
  const running = createCounters<number>(clock.now)
  let known = new WeakMap<Principal, Map<string, KnownLimits>>()

  return {
    acquire: (request) => {
      followSettings()
      const now = clock.now()
      const checks = limitsFor(request).map((limit) => check(limit, now))
      const refused = longestWait(checks)
      if (refused !== undefined) {
        return { status: 'refused', limit: refused.limit, retryAfterMs: refused.retryAfterMs }
      }
      for (const each of checks) each.take()
      return grant(checks)
    },
  }

  /** Works the limits out once for each tool of a run: the names of their counters are as long as the ids in them. */
  function limitsFor(request: LimitRequest): readonly Limit[] {
    if (request.again) return limitsOf(request, settings)
    const { tool, risk, principal } = request
    const ofTools = known.get(principal) ?? new Map<string, KnownLimits>()
    const before = ofTools.get(tool)
    if (before?.risk === risk) return before.limits
    const limits = limitsOf(request, settings)
    known.set(principal, ofTools.set(tool, { risk, limits }))
    return limits
  }

  function followSettings(): void {
    const now = settingsNow()
    if (now === from) return
    from = now
    settings = { ...defaultLimitSettings, ...now }
    known = new WeakMap()
  }

  function check(limit: Limit, now: number): LimitCheck {
    switch (limit.kind) {
      case 'bucket':
        return bucket(limit.name, limit.counter, limit.rate, now)
      case 'places':
        return concurrency(limit.name, limit.counter, limit.most, now)
      case 'window':
        return withinWindow(limit.name, limit.counter, limit.window, now)
    }
  }

  function withinWindow(limit: string, key: string, window: WindowSettings, now: number): LimitCheck {
    const calls = slide(windows.get(key) ?? [], window, now)
    return {
      limit,
      retryAfterMs: waitForPlace(calls, window, now),
      take: () => windows.set(key, [...calls, now], now + window.perMs),
    }
  }

  function bucket(limit: string, key: string, rate: BucketSettings, now: number): LimitCheck {
    const level = refill(buckets.get(key), rate, now)
    const fullAgain = now + (rate.burst * 1_000) / rate.perSecond
    return {
      limit,
      retryAfterMs: waitForToken(level, rate),
      take: () => buckets.set(key, { tokens: level.tokens - 1, at: level.at }, fullAgain),
    }
  }

  function concurrency(limit: string, key: string, most: number, now: number): LimitCheck {
    const count = () => running.get(key) ?? 0
    return {
      limit,
      retryAfterMs: count() < most ? 0 : concurrencyRetryMs,
      take: () => running.set(key, count() + 1, Number.POSITIVE_INFINITY),
      release: () => {
        const left = count() - 1
        // With none left it may be forgotten, but not at once: most sessions call again soon.
        running.set(key, left, left > 0 ? Number.POSITIVE_INFINITY : now)
      },
    }
  }

  function grant(checks: readonly LimitCheck[]): LimitGrant {
    let held = true
    return {
      status: 'granted',
      release: () => {
        if (!held) return
        held = false
        for (const check of checks) check.release?.()
      },
    }
  }
}

/** Values by key that may be forgotten once they say nothing any more. */
export interface Counters<Value> {
  get(key: string): Value | undefined
  /** @param usefulUntil After this time the value is as good as none. */
  set(key: string, value: Value, usefulUntil: number): void
}

/** The number of sets between two sweeps. */
const sweepEvery = 1_024

/** Counters whose memory is bounded by the keys that were used lately, not by all that ever were. */
function createCounters<Value>(now: () => number): Counters<Value> {
  const entries = new Map<string, { readonly value: Value; readonly usefulUntil: number }>()
  let sets = 0
  const sweep = () => {
    const time = now()
    for (const [key, { usefulUntil }] of entries) if (usefulUntil < time) entries.delete(key)
  }
  return {
    get: (key) => entries.get(key)?.value,
    set: (key, value, usefulUntil) => {
      entries.set(key, { value, usefulUntil })
      sets += 1
      if (sets % sweepEvery === 0) sweep()
    },
  }
}
