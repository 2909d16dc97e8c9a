import type { Clock } from '../clock/clock.ts'

/** A clock that stands still until a test advances it. */
export interface FakeClock extends Clock {
  /** Moves the time on, running in order whatever falls due. */
  advance(durationMs: number): Promise<void>
}

/** Creates a clock that shows this time, in milliseconds since the Unix epoch. */
export function createFakeClock(startMs = 0): FakeClock {
  let now = startMs
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  return {
    now: () => now,
    after: (delayMs, callback) => {
      const timer = { at: now + delayMs, callback }
      timers.add(timer)
      return { [Symbol.dispose]: () => void timers.delete(timer) }
    },
    advance: async (durationMs) => {
      const end = now + durationMs
      for (let next = firstDue(end); next !== undefined; next = firstDue(end)) {
        now = next.at
        timers.delete(next)
        next.callback()
        await settle()
      }
      now = end
      await settle()
    },
  }

  function firstDue(end: number) {
    return [...timers].filter((timer) => timer.at <= end).sort((left, right) => left.at - right.at)[0]
  }
}

/** Lets promises that were settled by a timer take effect before the next one. */
async function settle(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve))
}
