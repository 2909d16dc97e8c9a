import { isWithin } from '../base/is-within.ts'

/** A lock that a call holds while it runs. Shared holders of one key run together; an exclusive one runs alone. */
export interface LockRequest {
  /** A real path, say. */
  readonly key: string
  readonly mode: 'shared' | 'exclusive'
  /** True if the lock covers everything below the key. */
  readonly recursive: boolean
}

/** The call that holds a lock. */
export interface LockHolder {
  readonly toolCallId: string
  readonly tool: string
  readonly session: string
}

/** A call that takes locks. Its signal is only read if it has to wait. */
export interface LockTaker {
  readonly holder: LockHolder
  readonly signal: AbortSignal
}

/** Grants locks in order of arrival: no later conflicting request overtakes a waiter. */
export interface LockTable {
  /** Takes all locks of a call at once, so that two calls can never wait for each other. Rejects with the signal's reason when aborted. */
  acquire(requests: readonly LockRequest[], taker: LockTaker): Disposable | Promise<Disposable>
  /** Returns the calls that hold what these requests would have to wait for, the longest holder first. */
  holdersOf(requests: readonly LockRequest[]): readonly LockHolder[]
}

interface Entry {
  readonly requests: readonly LockRequest[]
  readonly holder: LockHolder
  /** Undefined once the locks are held. */
  grant: ((held: Disposable) => void) | undefined
}

/** Creates a lock table in memory. */
export function createLockTable(): LockTable {
  /** Holders and waiters in order of arrival. */
  const entries: Entry[] = []

  const release = (entry: Entry): Disposable => ({
    [Symbol.dispose]: () => {
      const index = entries.indexOf(entry)
      if (index < 0) return
      entries.splice(index, 1)
      grantWaiting()
    },
  })
  const grantWaiting = () => {
    for (const [index, entry] of entries.entries()) {
      if (entry.grant === undefined || isBlocked(entries.slice(0, index), entry.requests)) continue
      const grant = entry.grant
      entry.grant = undefined
      grant(release(entry))
    }
  }

  return {
    acquire: (requests, taker) => {
      if (requests.length === 0) return nothingHeld
      const entry: Entry = { requests, holder: taker.holder, grant: undefined }
      const blocked = isBlocked(entries, requests)
      entries.push(entry)
      return blocked ? waitFor(entry, taker.signal) : release(entry)
    },
    holdersOf: (requests) =>
      entries.filter((entry) => entry.grant === undefined && isBlocked([entry], requests)).map(({ holder }) => holder),
  }

  async function waitFor(entry: Entry, signal: AbortSignal): Promise<Disposable> {
    const { promise, resolve, reject } = Promise.withResolvers<Disposable>()
    entry.grant = resolve
    const abort = () => {
      release(entry)[Symbol.dispose]()
      reject(signal.reason)
    }
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }
}

const nothingHeld: Disposable = { [Symbol.dispose]: () => undefined }

function isBlocked(earlier: readonly Entry[], requests: readonly LockRequest[]): boolean {
  return earlier.some((entry) => entry.requests.some((held) => requests.some((wanted) => conflicts(held, wanted))))
}

/** Returns true if two requests of different calls cannot be held at once. */
export function conflicts(left: LockRequest, right: LockRequest): boolean {
  if (left.mode === 'shared' && right.mode === 'shared') return false
  return covers(left, right) || covers(right, left)
}

function covers(outer: LockRequest, inner: LockRequest): boolean {
  return outer.recursive ? isWithin(outer.key, inner.key) : outer.key === inner.key
}
