import { isRiskier } from '../tool/permission.ts'
import type { BucketSettings, LimitScope, LimitSettings, WindowSettings } from './limit-settings.ts'
import type { LimitRequest } from './limiter.ts'

/** One limit that a call has to keep. */
export type Limit = {
  /** The name for the message of a refusal. */
  readonly name: string
  /** The key of the shared counter. */
  readonly counter: string
} & (
  | { readonly kind: 'bucket'; readonly rate: BucketSettings }
  | { readonly kind: 'places'; readonly most: number }
  | { readonly kind: 'window'; readonly window: WindowSettings }
)

/** The time to wait before trying again if only the end of another call makes room, in milliseconds. */
export const concurrencyRetryMs = 250

/** The limits that a call has to keep, each with a counter of its own. Pure. */
export function limitsOf(request: LimitRequest, settings: LimitSettings): readonly Limit[] {
  const limits = allLimitsOf(request, settings)
  return request.again ? limits.filter(({ kind }) => kind === 'places') : limits
}

function allLimitsOf({ tool, risk, principal }: LimitRequest, settings: LimitSettings): readonly Limit[] {
  const { session, agent, user } = principal
  const limits: Limit[] = [
    { kind: 'bucket', name: 'calls per session', counter: `calls ${session}`, rate: settings.calls },
    {
      kind: 'places',
      name: 'concurrent calls per session',
      counter: `running session ${session}`,
      most: settings.concurrentPerSession,
    },
  ]
  if (isRiskier(risk, 'medium')) {
    const rate = settings.dangerousCalls
    limits.push({ kind: 'bucket', name: 'dangerous calls per session', counter: `dangerous ${session}`, rate })
  }
  if (Object.hasOwn(settings.concurrentPerTool, tool)) {
    const most = settings.concurrentPerTool[tool] ?? Number.POSITIVE_INFINITY
    limits.push({ kind: 'places', name: `concurrent calls of ${tool}`, counter: `running tool ${tool}`, most })
  }
  const scopes: Record<LimitScope, string | undefined> = { session, agent, user, tool }
  for (const [scope, key] of Object.entries(scopes)) {
    const window = settings.windows[scope as LimitScope]
    if (window === undefined || key === undefined) continue
    const name = `${window.calls} calls per ${window.perMs} ms and ${scope}`
    limits.push({ kind: 'window', name, counter: `window ${scope} ${key}`, window })
  }
  return limits
}

/** Returns the refusal with the longest wait, so that the caller is not refused by the next limit afterwards. */
export function longestWait<Check extends { readonly retryAfterMs: number }>(
  checks: readonly Check[],
): Check | undefined {
  let longest: Check | undefined
  for (const check of checks) if (check.retryAfterMs > (longest?.retryAfterMs ?? 0)) longest = check
  return longest
}

/** The times of the calls that still count, oldest first. */
export type WindowCalls = readonly number[]

/** Drops the calls that have left the window. Pure. */
export function slide(calls: WindowCalls, { perMs }: WindowSettings, now: number): WindowCalls {
  const firstInside = calls.findIndex((time) => time > now - perMs)
  if (firstInside === 0) return calls
  return firstInside < 0 ? [] : calls.slice(firstInside)
}

/** Milliseconds until the window takes another call. */
export function waitForPlace(calls: WindowCalls, { calls: most, perMs }: WindowSettings, now: number): number {
  const leavesFirst = calls[calls.length - most]
  return leavesFirst === undefined ? 0 : Math.max(1, leavesFirst + perMs - now)
}

/** The number of tokens in a bucket at a time. */
export interface BucketLevel {
  /** The number of tokens. */
  readonly tokens: number
  /** Milliseconds since the Unix epoch. */
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
