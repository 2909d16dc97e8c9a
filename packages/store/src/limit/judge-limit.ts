import {
  type BucketLevel,
  concurrencyRetryMs,
  type Limit,
  refill,
  slide,
  waitForPlace,
  waitForToken,
} from '@drawbridge/core/limits'

/** The stored state of a limit's counter. */
export interface CounterState {
  /** JSON; undefined if nothing was counted yet. */
  readonly value: string | undefined
  /** Places that are taken. */
  readonly taken: number
}

/** A limit's verdict on a call, and the state to write once all limits agree. */
export interface LimitVerdict {
  readonly limit: Limit
  readonly retryAfterMs: number
  /** None for places: taking one is a row of its own. */
  readonly next?: { readonly value: string; readonly usefulUntil: number }
}

/** The same judgement as that of the limiter in memory. Pure. */
export function judgeLimit(limit: Limit, { value, taken }: CounterState, now: number): LimitVerdict {
  switch (limit.kind) {
    case 'bucket': {
      const { rate } = limit
      const level = refill(value === undefined ? undefined : (JSON.parse(value) as BucketLevel), rate, now)
      const left: BucketLevel = { tokens: level.tokens - 1, at: level.at }
      const usefulUntil = Math.ceil(now + (rate.burst * 1_000) / rate.perSecond)
      return { limit, retryAfterMs: waitForToken(level, rate), next: { value: JSON.stringify(left), usefulUntil } }
    }
    case 'places':
      return { limit, retryAfterMs: taken < limit.most ? 0 : concurrencyRetryMs }
    case 'window': {
      const { window } = limit
      const calls = slide(value === undefined ? [] : (JSON.parse(value) as number[]), window, now)
      const next = { value: JSON.stringify([...calls, now]), usefulUntil: now + window.perMs }
      return { limit, retryAfterMs: waitForPlace(calls, window, now), next }
    }
  }
}
