import type { ServedCall } from './served-call.ts'

/** Calls that wait for their client to come back with an answer, by the handle that it was given. */
export interface ParkedCalls {
  park(handle: string, call: ServedCall): void
  /** Hands the call over, once. */
  take(handle: string): ServedCall | undefined
}

/** Beyond `limit` the one that has waited longest is ended: a client that asks so much and answers nothing will not. */
export function createParkedCalls(limit = 100): ParkedCalls {
  const calls = new Map<string, ServedCall>()
  return {
    park: (handle, call) => {
      calls.set(handle, call)
      if (calls.size <= limit) return
      const [oldest] = calls.keys()
      if (oldest === undefined) return
      calls.get(oldest)?.abort('its client did not come back with an answer')
      calls.delete(oldest)
    },
    take: (handle) => {
      const call = calls.get(handle)
      calls.delete(handle)
      return call
    },
  }
}
