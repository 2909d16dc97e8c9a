import type { Clock } from './clock.ts'

/** The real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs)
    timer.unref()
    return { [Symbol.dispose]: () => clearTimeout(timer) }
  },
}
