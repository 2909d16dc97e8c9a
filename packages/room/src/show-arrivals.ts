/** A list to which others add, with the means to show what arrives in it. */
export interface Arrivals<Item> {
  list(): Promise<readonly Item[]>
  idOf(item: Item): string
  /** Calls the listener after changes of the list, until the handle is disposed. */
  watch(listener: () => void): Promise<Disposable>
  show(item: Item): Promise<void>
}

/** Shows each item once, as it arrives, until the signal is aborted. Keeps the process alive until then. */
export async function showArrivals<Item>(
  { list, idOf, watch, show }: Arrivals<Item>,
  signal: AbortSignal,
): Promise<void> {
  const shown = new Set<string>()
  let wake = () => {}
  using _watching = await watch(() => wake())
  const ended = untilAborted(signal)
  // Listening alone keeps no process alive.
  const stay = setInterval(() => undefined, 60_000)
  try {
    while (!signal.aborted) {
      const changed = Promise.withResolvers<void>()
      wake = changed.resolve
      for (const item of await list()) {
        if (signal.aborted || shown.has(idOf(item))) continue
        shown.add(idOf(item))
        await show(item)
      }
      await Promise.race([changed.promise, ended])
    }
  } finally {
    clearInterval(stay)
  }
}

/** Resolves once the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
