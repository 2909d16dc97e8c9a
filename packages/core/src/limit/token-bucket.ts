import type { BucketSettings } from './limit-settings.ts'

/** The number of tokens in a bucket at a time. */
export interface BucketLevel {
  readonly tokens: number
  readonly at: number
}

/** Computes the number of tokens in a bucket at `now`. A clock that goes backwards adds none. Pure. */
export function refill(level: BucketLevel | undefined, { burst, perSecond }: BucketSettings, now: number): BucketLevel {
  if (level === undefined) return { tokens: burst, at: now }
  const elapsedMs = Math.max(0, now - level.at)
  return { tokens: Math.min(burst, level.tokens + (elapsedMs * perSecond) / 1_000), at: Math.max(now, level.at) }
}

/** Milliseconds until a whole token is there. */
export function waitForToken({ tokens }: BucketLevel, { perSecond }: BucketSettings): number {
  return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) * 1_000) / perSecond)
}
