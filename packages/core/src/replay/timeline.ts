/** The position of a replay in its record, and the calls that wait for it to advance. */
export interface Timeline {
  /** Position of the event whose turn it is; -1 before the first. */
  readonly head: number
  /** True if that is the last one. */
  readonly isAtEnd: boolean
  /** Resolves when the event at this position has its turn; never for one that the record does not have. */
  reach(position: number | undefined): Promise<void>
  moveTo(position: number): void
}

/** @param length How many events the record has. */
export function createTimeline(length: number): Timeline {
  const waiting = new Map<number, (() => void)[]>()
  let head = -1
  return {
    get head() {
      return head
    },
    get isAtEnd() {
      return head >= length - 1
    },
    reach: (position) => {
      if (position !== undefined && position <= head) return Promise.resolve()
      return new Promise((resolve) => {
        if (position === undefined) return
        const others = waiting.get(position)
        if (others === undefined) waiting.set(position, [resolve])
        else others.push(resolve)
      })
    },
    moveTo: (position) => {
      head = position
      const due = waiting.get(position) ?? []
      waiting.delete(position)
      for (const resolve of due) resolve()
    },
  }
}
