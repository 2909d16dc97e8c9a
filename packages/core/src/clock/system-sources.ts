import type { Clock } from './clock.ts'

/** The real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, callback, process = 'may-exit') => {
    const timer = setTimeout(callback, delayMs)
    if (process === 'may-exit') timer.unref()
    return { [Symbol.dispose]: () => clearTimeout(timer) }
  },
}
