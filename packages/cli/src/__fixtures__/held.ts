import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, systemClock } from '@drawbridge/core/base'

/** The numbers of what a process holds, by kind: timers, sockets, processes, workers, and listeners of the process itself. */
export type Held = Readonly<Record<string, number>>

/** Counts what this process holds now. @param before Returns only what is more than this. */
export function held(before: Held = {}): Held {
  const counts: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1
  for (const name of process.eventNames()) counts[`listeners of ${String(name)}`] = process.listenerCount(name)
  const more = Object.entries(counts).map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const)
  return Object.fromEntries(more.filter(([, count]) => count > 0))
}

/** Returns what this process holds more than before, once that is nothing or does not get less for five seconds. */
export async function leftSince(before: Held): Promise<Held> {
  for (let round = 0; round < 100; round += 1) {
    // Between two looks no timer of ours is open.
    if (Object.keys(held(before)).length === 0) return {}
    await delay(50)
  }
  return held(before)
}

/** The clock of the system, which knows how many of its timers are open. */
export function countingClock(): { readonly clock: Clock; open(): number } {
  const timers = new Set<object>()
  const clock: Clock = {
    now: systemClock.now,
    after: (milliseconds, run) => {
      const timer = {}
      timers.add(timer)
      const inner = systemClock.after(milliseconds, () => {
        timers.delete(timer)
        run()
      })
      return {
        [Symbol.dispose]: () => {
          timers.delete(timer)
          inner[Symbol.dispose]()
        },
      }
    },
  }
  return { clock, open: () => timers.size }
}
