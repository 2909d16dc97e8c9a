import type { Socket } from 'node:net'
import type { Clock } from '@drawbridge/core/base'
import type { ProxyLimits } from './proxy-limits.ts'

/** Keeps a client's connection within its limits; one that goes beyond is destroyed. Disposed when the connection has closed. */
export interface ConnectionWatch extends Disposable {
  /** The client now owes the beginning of something. */
  awaitHead(): void
  /** Called when the head is complete. */
  headArrived(): void
  /** Content went by, in either direction. */
  moved(bytes: number): void
}

/** Longest delay of a timer; longer limits are none. */
const longestDelayMs = 2 ** 31 - 1

export function watchConnection(socket: Socket, clock: Clock, limits: ProxyLimits): ConnectionWatch {
  let lastMoved = clock.now()
  let bytesMoved = 0
  let head: Disposable | undefined
  const destroy = (): void => void socket.destroy()
  const total = limits.totalMs > longestDelayMs ? undefined : clock.after(limits.totalMs, destroy)
  let idle = lookAgain(limits.idleMs)
  return {
    awaitHead: () => {
      head?.[Symbol.dispose]()
      head = clock.after(limits.headMs, destroy)
    },
    headArrived: () => head?.[Symbol.dispose](),
    moved: (bytes) => {
      lastMoved = clock.now()
      bytesMoved += bytes
      if (bytesMoved > limits.maxBytes) destroy()
    },
    [Symbol.dispose]: () => {
      for (const timer of [head, total, idle]) timer?.[Symbol.dispose]()
    },
  }

  function lookAgain(delayMs: number): Disposable | undefined {
    if (delayMs > longestDelayMs) return undefined
    return clock.after(delayMs, () => {
      const left = lastMoved + limits.idleMs - clock.now()
      if (left <= 0) destroy()
      else idle = lookAgain(left)
    })
  }
}
