import type { Clock } from '@drawbridge/core/base'

/** Counts what a server asked of a model, over all of its connections. */
export interface SamplingRate {
  /** Takes a place, and returns false if the last minute has none left. */
  take(): boolean
}

const minuteMs = 60_000

/** Creates the count for one server. */
export function createSamplingRate(perMinute: number, clock: Pick<Clock, 'now'>): SamplingRate {
  let taken: readonly number[] = []
  return {
    take: () => {
      const now = clock.now()
      taken = taken.filter((time) => now - time < minuteMs)
      if (taken.length >= perMinute) return false
      taken = [...taken, now]
      return true
    },
  }
}
