/**
 * Counts the work that a replay waits for besides its record. The pipeline is a chain of promises that settle within a
 * turn of the event loop; the few slower things (loading a tool, a schema with a lookup) are counted here.
 */
export interface PendingWork {
  /** Counts a promise until it settles. Returns it, or the value if it is not a promise. */
  track<Value>(value: Value): Value
  /** Resolves when everything has come to rest: nothing is counted, and no promise is left to go on. */
  rest(): Promise<void>
}

export function createPendingWork(): PendingWork {
  const pending = new Set<Promise<unknown>>()
  return {
    track: (value) => {
      if (!(value instanceof Promise)) return value
      const settled: Promise<unknown> = value.then(forget, forget)
      function forget(): void {
        pending.delete(settled)
      }
      pending.add(settled)
      return value
    },
    rest: async () => {
      // Every promise that can go on has gone on when a turn of the event loop has passed.
      await nextTurn()
      while (pending.size > 0) {
        await Promise.all(pending)
        await nextTurn()
      }
    },
  }
}

/** The next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
