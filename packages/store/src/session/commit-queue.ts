import { setImmediate as nextTurn } from 'node:timers/promises'
import { DrawbridgeError } from '@drawbridge/core'

export interface CommitQueueOptions<Item> {
  /** Keeps all of the items or none. One call at a time. */
  commit(items: readonly Item[]): Promise<void>
  /** Most items of one commit, and most bytes. */
  readonly maxItems: number
  readonly maxBytes: number
  /** Most bytes that wait. What comes on top is refused at once. */
  readonly maxWaitingBytes: number
}

/** Commits items in the order of their coming, those together that arrive while a commit is under way. */
export interface CommitQueue<Item> {
  /**
   * Resolves once the item is stored.
   * @throws DrawbridgeError `store_unavailable` if too much waits already. Errors of the commit are thrown unchanged.
   */
  add(item: Item, bytes: number): Promise<void>
  /** Resolves once nothing waits any more. */
  idle(): Promise<void>
}

interface Waiting<Item> {
  readonly item: Item
  readonly bytes: number
  readonly settle: PromiseWithResolvers<void>
}

export function createCommitQueue<Item>(options: CommitQueueOptions<Item>): CommitQueue<Item> {
  let waiting: Waiting<Item>[] = []
  let waitingBytes = 0
  let working: Promise<void> | undefined

  return {
    add: (item, bytes) => {
      if (waitingBytes > 0 && waitingBytes + bytes > options.maxWaitingBytes)
        return Promise.reject(tooMuch(waitingBytes))
      const settle = Promise.withResolvers<void>()
      waiting.push({ item, bytes, settle })
      waitingBytes += bytes
      working ??= work()
      return settle.promise
    },
    idle: async () => {
      while (working !== undefined) await working
    },
  }

  async function work(): Promise<void> {
    do {
      // Events that the same turn of the event loop still adds are included.
      await nextTurn()
      const group = takeGroup()
      await commitGroup(group)
      // Counted until here, for until here they are held.
      for (const { bytes } of group) waitingBytes -= bytes
    } while (waiting.length > 0)
    // At once, so that no event is added in between and never committed.
    working = undefined
  }

  function takeGroup(): readonly Waiting<Item>[] {
    let bytes = 0
    let count = 0
    for (const entry of waiting) {
      if (count === options.maxItems || (count > 0 && bytes + entry.bytes > options.maxBytes)) break
      bytes += entry.bytes
      count += 1
    }
    const group = waiting.slice(0, count)
    waiting = waiting.slice(count)
    return group
  }

  async function commitGroup(group: readonly Waiting<Item>[]): Promise<void> {
    try {
      await options.commit(group.map(({ item }) => item))
      for (const { settle } of group) settle.resolve()
    } catch (error) {
      // An event that the database refuses must not fail its neighbours.
      if (group.length > 1 && !DrawbridgeError.isInstance(error)) {
        for (const entry of group) await commitGroup([entry])
        return
      }
      for (const { settle } of group) settle.reject(error)
    }
  }
}

function tooMuch(bytes: number): DrawbridgeError {
  return new DrawbridgeError(
    'store_unavailable',
    `The record is ${Math.ceil(bytes / 1_048_576)} MiB behind its database and accepts no more until the database has caught up. Try again later.`,
  )
}
