/** One at a time, in the order of their coming. */
export interface WaitingLine {
  /** Resolves when it is the caller's turn, which lasts until disposed; to undefined when that takes too long. */
  enter(patienceMs: number): Promise<Disposable | undefined>
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
