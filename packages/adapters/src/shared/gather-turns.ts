import { AsyncLocalStorage } from 'node:async_hooks'

/** Calls that started together, and whether all of them only read. */
interface Batch<Item> {
  readonly items: Item[]
  readonly readsOnly: boolean
}

/** Groups calls by the time at which a framework starts them. */
export interface TurnGatherer<Item> {
  /** Adds a call to those that start now. */
  add(item: Item, readsOnly: boolean): void
}

/**
 * Makes turns of calls that a framework starts one by one: calls that start together are one turn, and a turn waits for the ones
 * before it, unless all of them only read. A call that a tool of a turn makes itself does not wait for that turn.
 * @param run Runs one turn. Never rejects.
 */
export function gatherTurns<Item>(run: (items: readonly Item[]) => Promise<void>): TurnGatherer<Item> {
  const inside = new AsyncLocalStorage<true>()
  const running = new Map<Batch<Item>, Promise<void>>()
  let gathering: Item[] = []
  let gatheredReadsOnly = true

  const start = () => {
    const batch: Batch<Item> = { items: gathering, readsOnly: gatheredReadsOnly }
    gathering = []
    gatheredReadsOnly = true
    const earlier = [...running].filter(([other]) => !(batch.readsOnly && other.readsOnly)).map(([, ended]) => ended)
    const ended = Promise.all(earlier)
      .then(() => inside.run(true, () => run(batch.items)))
      .finally(() => running.delete(batch))
    running.set(batch, ended)
  }

  return {
    add: (item, readsOnly) => {
      if (inside.getStore() === true) return void run([item])
      if (gathering.length === 0) setImmediate(start)
      gathering.push(item)
      gatheredReadsOnly &&= readsOnly
    },
  }
}
