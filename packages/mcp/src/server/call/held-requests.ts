import { type InputRequest, type InputRequests, inputResponse } from '@modelcontextprotocol/server'

/** Requests that the client fetches with one result and answers with a later request. */
export interface HeldRequests {
  /**
   * Resolves with the client's answer, of the kind that fits the request.
   * @param key The name of the request within the call. One that is in use gets a number.
   */
  ask(key: string, request: InputRequest, signal: AbortSignal): Promise<unknown>
  /** Resolves as soon as a request waits, to all that wait then. */
  waiting(): Promise<InputRequests>
  /** Answers what waits. An answer that is missing, or of another kind, leaves its request waiting. */
  answer(responses: Readonly<Record<string, unknown>> | undefined): void
}

interface HeldRequest {
  readonly request: InputRequest
  /** True once the client has seen it: nothing else can be answered. */
  isShown: boolean
  readonly resolve: (answer: unknown) => void
}

/**
 * Holds requests for protocol revision 2026-07-28, in which a server sends none of its own. The server answers the call with what it
 * wants to know, and the client calls again with the answers.
 */
export function createHeldRequests(): HeldRequests {
  const held = new Map<string, HeldRequest>()
  let asked = Promise.withResolvers<void>()

  const freeKey = (key: string): string => {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? key : `${key}_${number}`
      if (!held.has(name)) return name
    }
  }
  return {
    ask: (wanted, request, signal) => {
      const key = freeKey(wanted)
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        const onAbort = () => {
          held.delete(key)
          reject(signal.reason)
        }
        signal.addEventListener('abort', onAbort, { once: true })
        held.set(key, {
          request,
          isShown: false,
          resolve: (answer) => {
            signal.removeEventListener('abort', onAbort)
            // At once, so that no further caller is shown a request that is already answered.
            held.delete(key)
            resolve(answer)
          },
        })
        asked.resolve()
      })
    },
    waiting: async () => {
      for (;;) {
        if (held.size === 0) {
          asked = Promise.withResolvers()
          await asked.promise
        }
        // Requests that a tool makes in one go are fetched in one go.
        await new Promise((resolve) => setImmediate(resolve))
        for (const each of held.values()) each.isShown = true
        if (held.size > 0) return Object.fromEntries([...held].map(([key, { request }]) => [key, request]))
      }
    },
    answer: (responses) => {
      for (const [key, { request, isShown, resolve }] of [...held]) {
        const answer = isShown ? readAnswer(request, responses, key) : undefined
        if (answer !== undefined) resolve(answer)
      }
    },
  }
}

/** Returns the answer under a key if it is of the kind that the request asks for. Nobody has checked its contents. */
export function readAnswer(
  { method }: InputRequest,
  responses: Readonly<Record<string, unknown>> | undefined,
  key: string,
): unknown {
  const response = inputResponse(responses === undefined || !Object.hasOwn(responses, key) ? undefined : responses, key)
  switch (response.kind) {
    case 'missing':
      return undefined
    case 'elicit':
      return method === 'elicitation/create' ? response : undefined
    case 'sampling':
      return method === 'sampling/createMessage' ? response.result : undefined
    case 'roots':
      return method === 'roots/list' ? response : undefined
    default:
      return response satisfies never
  }
}
