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
export const arrivalOrder: SessionKey<ArrivalOrder> = { name: 'order of arrival', create: () => new Arrivals() }

/** The call whose approvers and hooks are at work. */
const current = new AsyncLocalStorage<ArrivedCall>()
/** Counts the arrivals of all sessions: a call may be made on behalf of one in another session. */
let arrivals = 0

/**
 * Does the part of a call that meets code of others. Without an arrival, as in a turn, it is simply done.
 */
export function withinArrival<T>(arrival: Arrival | undefined, work: () => T): T {
  return arrival === undefined ? work() : arrival.within(work)
}

/**
 * Keeps calls that are made at once in the order of their arrival where they touch the same paths: a read behind a write that still
 * waits for its approval waits too, and then reads what was written. From its start on, the table of locks holds a call's place.
 */
class Arrivals implements ArrivalOrder {
  readonly #calls: ArrivedCall[] = []
  #changed = Promise.withResolvers<void>()

  enter(): Arrival {
    const call = new ArrivedCall(this, stillArriving(current.getStore()))
    this.#calls.push(call)
    return call
  }

  /** Lets the calls that wait look again, if there are others than the given one. */
  noteRequests(): void {
    if (this.#calls.length > 1) this.#change()
  }

  leave(call: ArrivedCall): void {
    const index = this.#calls.indexOf(call)
    if (index === -1) return
    call.hasEnded = true
    this.#calls.splice(index, 1)
    if (this.#calls.length > 0) this.#change()
  }

  mustWait(call: ArrivedCall, requests: readonly LockRequest[]): boolean {
    for (const earlier of this.#calls) {
      if (earlier === call) return false
      if (mayConflict(earlier, requests) && isBefore(earlier.place, call.place)) return true
    }
    return false
  }

  async wait(call: ArrivedCall, requests: readonly LockRequest[], signal: AbortSignal): Promise<void> {
    const aborted = Promise.withResolvers<void>()
    const onAbort = () => aborted.resolve()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      while (!signal.aborted && this.mustWait(call, requests)) {
        await Promise.race([this.#changed.promise, aborted.promise])
      }
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  #change(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}

/** A class, since one is made for every call: functions of its own would cost more than all that it does. */
class ArrivedCall implements Arrival {
  /** Undefined until the call was inspected. */
  requests: readonly LockRequest[] | undefined = undefined
  hasEnded = false
  /** The call on whose behalf this one is made. */
  readonly outer: ArrivedCall | undefined
  /** The numbers of the calls on whose behalf this one is made, outermost first, and then its own. */
  readonly place: readonly number[]
  readonly #order: Arrivals

  constructor(order: Arrivals, outer: ArrivedCall | undefined) {
    arrivals += 1
    this.#order = order
    this.outer = outer
    this.place = outer === undefined ? [arrivals] : [...outer.place, arrivals]
  }

  follow(requests: readonly LockRequest[], signal: AbortSignal): Promise<void> | undefined {
    this.requests = requests
    this.#order.noteRequests()
    return requests.length > 0 && this.#order.mustWait(this, requests)
      ? this.#order.wait(this, requests, signal)
      : undefined
  }

  within<T>(work: () => T): T {
    return current.run(this, work)
  }

  [Symbol.dispose](): void {
    this.#order.leave(this)
  }
}

function mayConflict({ requests: earlier }: ArrivedCall, requests: readonly LockRequest[]): boolean {
  return earlier === undefined || earlier.some((one) => requests.some((other) => conflicts(one, other)))
}

/** Returns the innermost call that still arrives: on behalf of one that began or ended, nothing waits any more. */
function stillArriving(call: ArrivedCall | undefined): ArrivedCall | undefined {
  return call?.hasEnded === true ? stillArriving(call.outer) : call
}

/**
 * Returns true if a call has its turn before another one. A call made on behalf of one that waits has that one's turn: the calls
 * behind it wait for both, so it must not wait for them, nor for the one that waits for it.
 */
function isBefore(earlier: readonly number[], later: readonly number[]): boolean {
  const level = earlier.findIndex((number, index) => number !== later[index])
  return (earlier[level] ?? 0) < (later[level] ?? 0)
}
