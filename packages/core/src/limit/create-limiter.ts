import type { Clock } from '../clock/clock.ts'
import { isRiskier } from '../tool/permission.ts'
import { createCounters } from './counters.ts'
import { type BucketSettings, defaultLimitSettings, type LimitScope, type LimitSettings } from './limit-settings.ts'
import type { Limiter, LimitGrant, LimitRequest } from './limiter.ts'
import { slide, type WindowCalls, waitForPlace } from './sliding-window.ts'
import { type BucketLevel, refill, waitForToken } from './token-bucket.ts'

export interface LimiterOptions {
  readonly clock: Clock
  readonly settings?: Partial<LimitSettings>
}

/** What one limit says of a call, and what to do once all of them agree. */
interface LimitCheck {
  readonly limit: string
  readonly retryAfterMs: number
  take(): void
  release?(): void
}

/** How soon to try again where only another call's end makes room. */
const concurrencyRetryMs = 250

/**
 * Limits in the memory of one process. A call takes from all its limits or from none. Every session has counters of its own, so
 * no client can use up another's.
 */
export function createLimiter({ clock, settings: given }: LimiterOptions): Limiter {
  const settings = { ...defaultLimitSettings, ...given }
  const buckets = createCounters<BucketLevel>(clock.now)
  const windows = createCounters<WindowCalls>(clock.now)
  const running = createCounters<number>(clock.now)

  return {
    acquire: (request) => {
      const now = clock.now()
      const checks = checksFor(request, now)
      const refused = checks.filter((check) => check.retryAfterMs > 0)
      const longest = refused.toSorted((left, right) => right.retryAfterMs - left.retryAfterMs)[0]
      if (longest !== undefined) return { status: 'refused', limit: longest.limit, retryAfterMs: longest.retryAfterMs }
      for (const check of checks) check.take()
      return grant(checks)
    },
  }

  function checksFor({ tool, risk, principal }: LimitRequest, now: number): readonly LimitCheck[] {
    const { session } = principal
    const checks = [
      bucket('calls per session', `calls ${session}`, settings.calls, now),
      concurrency('concurrent calls per session', `session ${session}`, settings.concurrentPerSession),
    ]
    if (isRiskier(risk, 'medium')) {
      checks.push(bucket('dangerous calls per session', `dangerous ${session}`, settings.dangerousCalls, now))
    }
    if (Object.hasOwn(settings.concurrentPerTool, tool)) {
      const most = settings.concurrentPerTool[tool] ?? Number.POSITIVE_INFINITY
      checks.push(concurrency(`concurrent calls of ${tool}`, `tool ${tool}`, most))
    }
    for (const [scope, key] of Object.entries(scopeKeys(tool, principal))) {
      const window = settings.windows[scope as LimitScope]
      if (window === undefined || key === undefined) continue
      const calls = slide(windows.get(`${scope} ${key}`) ?? [], window, now)
      checks.push({
        limit: `${window.calls} calls per ${window.perMs} ms and ${scope}`,
        retryAfterMs: waitForPlace(calls, window, now),
        take: () => windows.set(`${scope} ${key}`, [...calls, now], now + window.perMs),
      })
    }
    return checks
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

  function concurrency(limit: string, key: string, most: number): LimitCheck {
    const count = () => running.get(key) ?? 0
    return {
      limit,
      retryAfterMs: count() < most ? 0 : concurrencyRetryMs,
      take: () => running.set(key, count() + 1, Number.POSITIVE_INFINITY),
      release: () => (count() <= 1 ? running.delete(key) : running.set(key, count() - 1, Number.POSITIVE_INFINITY)),
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

function scopeKeys(
  tool: string,
  { session, agent, user }: LimitRequest['principal'],
): Record<LimitScope, string | undefined> {
  return { session, agent, user, tool }
}
