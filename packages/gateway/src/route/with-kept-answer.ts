import { createHash } from 'node:crypto'
import { stableStringify } from '@drawbridge/core/base'
import { type Caller, callerId } from '../caller/caller.ts'
import { Problem, refuse } from '../problem/problem.ts'
import type { Gateway } from '../server/gateway.ts'
import type { KeyedRequest } from './kept-answers.ts'
import type { Route } from './route.ts'

/** A request with a key, and how to answer it. */
export interface KeyedArrival {
  readonly gateway: Gateway
  readonly caller: Caller
  readonly key: string
  readonly route: Pick<Route, 'method' | 'repeatable'>
  readonly url: URL
  readonly body: unknown
  answer(): Promise<Response>
}

/** Returns what a request is known by. */
export function keyedRequest({
  caller,
  key,
  route,
  url,
  body,
}: Omit<KeyedArrival, 'gateway' | 'answer'>): KeyedRequest {
  const fingerprint = createHash('sha256')
    .update(`${route.method} ${url.pathname}${url.search}\n${stableStringify(body ?? null)}`)
    .digest('hex')
  return { caller: callerId(caller), key, fingerprint }
}

const keptHeaders = ['content-type', 'etag', 'location']

/** Answers a request once: a repetition with the same key gets the same answer, and nothing is done again. */
export async function withKeptAnswer(arrival: KeyedArrival): Promise<Response> {
  const { gateway, route, answer } = arrival
  const request = keyedRequest(arrival)
  const { answers } = gateway
  const kept = await answers.begin(request, { isRepeatable: route.repeatable === true })
  switch (kept.state) {
    case 'running':
      return refuse('idempotency_in_progress', { retryAfterMs: 1_000 })
    case 'interrupted':
      return refuse(
        'interrupted',
        'Nobody knows whether it was done: the node that worked on it has ended. Look, then use another key.',
      )
    case 'other_request':
      return refuse('idempotency_key_reused', 'Use another key for another request.')
    case 'answered': {
      const { status, headers, body: text } = kept.answer
      return new Response(text, { status, headers: { ...headers, 'idempotency-replayed': 'true' } })
    }
    case 'new': {
      let response: Response
      try {
        response = await answer()
      } catch (error) {
        // Refused before anything was done, or doing it again does no harm: the sender may use the key again.
        if (error instanceof Problem || route.repeatable === true) await answers.forget(request)
        throw error
      }
      if ((response.headers.get('content-type') ?? '').startsWith('text/event-stream')) return response
      const text = await response.text()
      const headers = Object.fromEntries(
        keptHeaders.flatMap((name) => {
          const value = response.headers.get(name)
          return value === null ? [] : [[name, value]]
        }),
      )
      await answers.keep(request, { status: response.status, headers, body: text })
      return new Response(text, { status: response.status, headers: response.headers })
    }
    default:
      return kept satisfies never
  }
}
