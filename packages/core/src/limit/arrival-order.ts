import { AsyncLocalStorage } from 'node:async_hooks'
import type { SessionKey } from '../tool/session-state.ts'
import { conflicts, type LockRequest } from './lock-table.ts'

/** The place of one call among those of its session, from its arrival until it holds its locks or has ended. */
export interface Arrival extends Disposable {
  /**
   * Says what the call will touch, and resolves once no earlier call of the session has yet to begin that conflicts with it. Returns
   * undefined if none has. Waits no longer once the signal is aborted.
   */
  follow(requests: readonly LockRequest[], signal: AbortSignal): Promise<void> | undefined
  /** Does what lets the call begin. Calls made by it, such as those of an approver or a hook, do not wait for the call that waits for them. */
  within<T>(work: () => T): T
}

/** The arrivals of a session. */
export interface ArrivalOrder {
  enter(): Arrival
}

/** The one order of a session. */
export const arrivalOrder: SessionKey<ArrivalOrder> = { name: 'order of arrival', create: createArrivalOrder }

interface Entry {
  /** Undefined until the call was inspected. */
  requests: readonly LockRequest[] | undefined
  /** The call on whose behalf this one is made. */
  readonly outer: Entry | undefined
  /** The numbers of the calls on whose behalf this one is made, outermost first, and then its own. */
  readonly place: readonly number[]
  hasEnded: boolean
}

/** The call whose approvers and hooks are at work. */
const current = new AsyncLocalStorage<Entry>()
/** Counts the arrivals of all sessions: a call may be made on behalf of one in another session. */
let arrivals = 0

/**
 * Keeps calls that are made at once in the order of their arrival where they touch the same paths: a read behind a write that still
 * waits for its approval waits too, and then reads what was written. From its start on, the table of locks holds a call's place.
 */
function createArrivalOrder(): ArrivalOrder {
  const entries: Entry[] = []
  let changed = Promise.withResolvers<void>()

  const change = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  const mustWait = (entry: Entry, requests: readonly LockRequest[]) =>
    entries
      .slice(0, entries.indexOf(entry))
      .some((earlier) => mayConflict(earlier, requests) && isBefore(earlier.place, entry.place))

  async function wait(entry: Entry, requests: readonly LockRequest[], signal: AbortSignal): Promise<void> {
    const aborted = Promise.withResolvers<void>()
    const onAbort = () => aborted.resolve()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      while (!signal.aborted && mustWait(entry, requests)) await Promise.race([changed.promise, aborted.promise])
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  return {
    enter: () => {
      const outer = stillArriving(current.getStore())
      arrivals += 1
      const place = [...(outer?.place ?? []), arrivals]
      const entry: Entry = { requests: undefined, outer, place, hasEnded: false }
      entries.push(entry)
      return {
        follow: (requests, signal) => {
          entry.requests = requests
          if (entries.length > 1) change()
          return requests.length > 0 && mustWait(entry, requests) ? wait(entry, requests, signal) : undefined
        },
        within: (work) => current.run(entry, work),
        [Symbol.dispose]: () => {
          const index = entries.indexOf(entry)
          if (index === -1) return
          entry.hasEnded = true
          entries.splice(index, 1)
          if (entries.length > 0) change()
        },
      }
    },
  }
}

function mayConflict({ requests: earlier }: Entry, requests: readonly LockRequest[]): boolean {
  return earlier === undefined || earlier.some((one) => requests.some((other) => conflicts(one, other)))
}

/** Returns the innermost call that still arrives: on behalf of one that began or ended, nothing waits any more. */
function stillArriving(entry: Entry | undefined): Entry | undefined {
  return entry?.hasEnded === true ? stillArriving(entry.outer) : entry
}

/**
 * Returns true if a call has its turn before another one. A call made on behalf of one that waits has that one's turn: the calls
 * behind it wait for both, so it must not wait for them, nor for the one that waits for it.
 */
function isBefore(earlier: readonly number[], later: readonly number[]): boolean {
  const level = earlier.findIndex((number, index) => number !== later[index])
  return (earlier[level] ?? 0) < (later[level] ?? 0)
}
