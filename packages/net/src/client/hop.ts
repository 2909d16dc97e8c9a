import type { RequestMethod } from './guarded-request.ts'
import { bodylessHeaders, portableHeaders } from './request-headers.ts'

/** The request that is sent on one connection, for any address. */
export interface Hop {
  readonly method: RequestMethod
  readonly headers: Headers
  readonly body: Uint8Array | undefined
}

/**
 * Returns the request for the target of a redirect (fetch standard, "HTTP-redirect fetch"): 303 turns everything but
 * HEAD into GET, 301 and 302 turn POST into GET, 307 and 308 repeat the request. Across origins it is stricter than the
 * standard: only headers that cannot contain a credential are kept.
 */
export function nextHop(hop: Hop, { status, from, to }: { status: number; from: URL; to: URL }): Hop {
  const headers = from.origin === to.origin ? hop.headers : portableHeaders(hop.headers)
  const becomesGet =
    (status === 303 && hop.method !== 'GET' && hop.method !== 'HEAD') ||
    ((status === 301 || status === 302) && hop.method === 'POST')
  return becomesGet ? { method: 'GET', headers: bodylessHeaders(headers), body: undefined } : { ...hop, headers }
}
