import { randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'
import type { IdSource } from './id-source.ts'

/** The real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, callback, process = 'may-exit') => {
    const timer = setTimeout(callback, delayMs)
    if (process === 'may-exit') timer.unref()
    return { [Symbol.dispose]: () => clearTimeout(timer) }
  },
}

/**
 * Creates identifiers that sort by creation inside one process and cannot be guessed: a counter, then 96 random bits.
 */
export function createSystemIdSource(): IdSource {
  let count = 0
  return {
    next: (prefix) => {
      count += 1
      return `${prefix}_${count.toString(36).padStart(6, '0')}${randomBytes(12).toString('hex')}`
    },
  }
}
