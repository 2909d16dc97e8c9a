import type { Clock } from '@drawbridge/core'

/** Calls `beat` every `intervalMs` until disposed. */
export function startHeartbeat(clock: Clock, intervalMs: number, beat: () => void): Disposable {
  let next = clock.after(intervalMs, onTime)
  return { [Symbol.dispose]: () => next[Symbol.dispose]() }

  function onTime(): void {
    next = clock.after(intervalMs, onTime)
    beat()
  }
}
