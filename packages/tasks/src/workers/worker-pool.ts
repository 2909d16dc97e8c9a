/** The workers of one process. */
export interface WorkerPool {
  /** The number of workers that run, and those that are being started. */
  readonly size: number
  /** Takes a place; undefined if all are taken. Disposed of, the place is free again. */
  take(most: number): Disposable | undefined
  /** Runs a dispatch; workers wait for its end with their first look at a task, so that each finds the step that is reserved for it. */
  dispatch<Value>(work: () => Promise<Value>): Promise<Value>
  /** Resolves once the dispatches that have begun are done. */
  settled(): Promise<unknown>
}

/** Creates the pool of a process. */
function createWorkerPool(): WorkerPool {
  let size = 0
  const dispatches = new Set<Promise<unknown>>()
  return {
    get size() {
      return size
    },
    take: (most) => {
      if (size >= most) return undefined
      size += 1
      let isTaken = true
      return {
        [Symbol.dispose]: () => {
          if (isTaken) size -= 1
          isTaken = false
        },
      }
    },
    dispatch: async (work) => {
      const done = work()
      dispatches.add(done)
      try {
        return await done
      } finally {
        dispatches.delete(done)
      }
    },
    settled: () => Promise.allSettled(dispatches),
  }
}

const pools = new WeakMap<object, WorkerPool>()

/** Returns the pool of a house. */
export function poolOf(house: object): WorkerPool {
  const known = pools.get(house) ?? createWorkerPool()
  pools.set(house, known)
  return known
}
