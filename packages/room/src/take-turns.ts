/** Runs works one after the other: each starts when the one before has ended. */
export type InTurn = <Value>(work: () => Promise<Value>) => Promise<Value>

/** Makes a queue, such as one for everything that is asked at one terminal. */
export function takeTurns(): InTurn {
  let free: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = free.then(work)
    free = done.catch(() => undefined)
    return done
  }
}
