import type { ServedCall } from './served-call.ts'

/** Calls that wait for their client to come back with an answer, by the id of the question that it was given. */
export interface ParkedCalls {
  park(questionId: string, call: ServedCall): void
  /** Hands the call over, once. */
  take(questionId: string): ServedCall | undefined
}

/** Beyond `limit` the one that has waited longest is ended: a client that asks so much and answers nothing will not. */
export function createParkedCalls(limit = 100): ParkedCalls {
  const calls = new Map<string, ServedCall>()
  return {
    park: (questionId, call) => {
      calls.set(questionId, call)
      if (calls.size <= limit) return
      const [oldest] = calls.keys()
      if (oldest === undefined) return
      calls.get(oldest)?.abort('its client did not come back with an answer')
      calls.delete(oldest)
    },
    take: (questionId) => {
      const call = calls.get(questionId)
      calls.delete(questionId)
      return call
    },
  }
}
