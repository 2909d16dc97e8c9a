import type { ModelError } from '@drawbridge/core/model'

/** The limits of repeats. */
export interface RetryRules {
  /** The most repeats of one request. */
  readonly most: number
  /** The longest wait that a provider may ask for, in milliseconds. A longer one ends the request. */
  readonly longestWaitMs: number
}

const firstWaitMs = 1000
const longestOwnWaitMs = 30_000

/** The share of a wait by which it may be shorter or longer, so that callers do not come back together. */
const jitter = 0.25

/**
 * Returns the wait before the next attempt, in milliseconds; undefined if the request is not repeated. The provider's own wait counts,
 * else a second, doubled each time up to 30 seconds.
 * @param attempt The number of the attempt that failed, from 1.
 */
export function waitBefore(
  { retryable, details }: ModelError,
  attempt: number,
  { most, longestWaitMs }: RetryRules,
  random: () => number,
): number | undefined {
  if (!retryable || attempt > Math.min(most, details.mostRetries ?? most)) return undefined
  const { retryAfterMs } = details
  if (retryAfterMs !== undefined) return retryAfterMs > longestWaitMs ? undefined : retryAfterMs
  const doubled = Math.min(longestOwnWaitMs, firstWaitMs * 2 ** (attempt - 1))
  return Math.round(doubled * (1 - jitter + 2 * jitter * random()))
}

/** The shortest answer that is still worth asking for, in tokens. */
const shortestAnswer = 256

/** Room for the difference between a provider's count of two requests. */
const marginTokens = 1024

/**
 * Returns the output to ask for instead, if the prompt fits into the window and only prompt and output together do not; undefined
 * otherwise.
 */
export function smallerOutput({ code, details }: ModelError, asked: number): number | undefined {
  const { promptTokens, windowTokens } = details
  if (code !== 'context_overflow' || promptTokens === undefined || windowTokens === undefined) return undefined
  const room = windowTokens - promptTokens - marginTokens
  return room >= shortestAnswer && room < asked ? room : undefined
}
