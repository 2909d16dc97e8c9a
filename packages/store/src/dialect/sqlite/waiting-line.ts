import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy } from './sqlite-error.ts'

/** One at a time, in the order of their coming. */
export interface WaitingLine {
  /** Resolves when it is the caller's turn, which lasts until disposed; to undefined when that takes too long. */
  enter(patienceMs: number): Promise<Disposable | undefined>
  /** True if it would be the caller's turn at once. */
  readonly isFree: boolean
}

export function createWaitingLine(): WaitingLine {
  const waiting = new Set<() => void>()
  let isTaken = false

  const leave = () => {
    const [next] = waiting
    if (next === undefined) isTaken = false
    else next()
  }
  const turn = (): Disposable => {
    let isOver = false
    return {
      [Symbol.dispose]: () => {
        if (!isOver) leave()
        isOver = true
      },
    }
  }
  return {
    get isFree() {
      return !isTaken
    },
    enter: async (patienceMs) => {
      if (!isTaken) {
        isTaken = true
        return turn()
      }
      return new Promise((resolve) => {
        const settle = (result: Disposable | undefined) => {
          clearTimeout(timer)
          waiting.delete(proceed)
          resolve(result)
        }
        const proceed = () => settle(turn())
        const timer = setTimeout(() => settle(undefined), patienceMs)
        waiting.add(proceed)
      })
    },
  }
}

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
