/** The work that waits for the ends of agents' runs. */
export interface RunEnds {
  /** Notes that a run goes on over several requests, until it is ended. */
  begin(run: string): void
  /** Begins the work that waited for a run. Does nothing for a run that is not open. */
  end(run: string): void
  /** Has work done when a run ends. Returns false, and does nothing, if it is not open. */
  after(run: string, work: () => Promise<void>): boolean
  /** Resolves when all work that has begun is done. */
  idle(): Promise<void>
}

/** Creates the keeper of what waits for the ends of runs. */
export function createRunEnds(): RunEnds {
  const open = new Map<string, (() => Promise<void>)[]>()
  const underWay = new Set<Promise<void>>()
  return {
    begin: (run) => {
      if (!open.has(run)) open.set(run, [])
    },
    end: (run) => {
      const waiting = open.get(run) ?? []
      open.delete(run)
      for (const work of waiting) {
        // A failure is for the room that gave the work: nobody waits for it here.
        const done: Promise<void> = work()
          .catch(() => undefined)
          .finally(() => underWay.delete(done))
        underWay.add(done)
      }
    },
    after: (run, work) => {
      const waiting = open.get(run)
      waiting?.push(work)
      return waiting !== undefined
    },
    idle: async () => void (await Promise.all(underWay)),
  }
}
