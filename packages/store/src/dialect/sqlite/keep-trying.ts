import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy } from './sqlite-error.ts'

const firstPauseMs = 1
const longestPauseMs = 25

/**
 * Tries again, with growing pauses, what fails because another process holds a lock. SQLite's own waiting would stop the whole
 * process; here the others go on meanwhile.
 * @throws the last error once the deadline has passed.
 */
export async function keepTrying<Result>(attempt: () => Result | Promise<Result>, deadline: number): Promise<Result> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error
    }
    // Not all of those who wait come back at the same moment.
    await sleep(pauseMs * (0.5 + Math.random()))
  }
}
