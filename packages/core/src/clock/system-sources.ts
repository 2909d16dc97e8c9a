import { randomFillSync } from 'node:crypto'
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
      return `${prefix}_${count.toString(36).padStart(6, '0')}${randomHex(12)}`
    },
  }
}

const poolBytes = 4096

/** Random bytes that nobody was given yet start at `used`. */
const pool = Buffer.alloc(poolBytes)
let used = poolBytes

/**
 * Returns hexadecimal digits that nobody can guess. The system is asked for many bytes at once, since asking costs more than they do.
 * @param bytes At most 64: each becomes two digits.
 * @throws RangeError for more.
 */
export function randomHex(bytes: number): string {
  if (bytes > 64) throw new RangeError(`randomHex gives at most 64 bytes, and was asked for ${bytes}.`)
  if (used + bytes > poolBytes) {
    randomFillSync(pool)
    used = 0
  }
  const digits = pool.toString('hex', used, used + bytes)
  // Digits that were given must not be found in memory later.
  pool.fill(0, used, used + bytes)
  used += bytes
  return digits
}
