import type { GuardedClient } from './create-guarded-client.ts'
import { type GuardedRequest, isRequestMethod } from './guarded-request.ts'
import type { GuardedResponse } from './guarded-response.ts'
import { NetError } from './net-error.ts'

/** Headers that other libraries set on their requests although the client sets them itself. */
const ownedByClient: readonly string[] = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding']

/**
 * The client in the shape of `fetch`, for libraries that take one (model SDKs, MCP transports). The returned function
 * rejects with a {@link NetError}. `redirect: 'error'` is served as `manual`; modes of browsers are ignored.
 */
export function createGuardedFetch(
  client: GuardedClient,
  defaults: Pick<GuardedRequest, 'limits' | 'keepAlive'> = {},
): typeof globalThis.fetch {
  return async (input, init) => {
    const outcome = await client.open({
      ...defaults,
      ...(plainRequest(input, init) ?? (await guardedRequest(input, init))),
    })
    if (outcome.type === 'error') throw outcome.error
    return standardResponse(outcome.response)
  }
}

const encoder = new TextEncoder()

/**
 * Returns the request that most libraries write, a text or nothing to an address, without making one of the standard, which costs about
 * as much as sending it. Undefined for every other request.
 */
function plainRequest(input: string | URL | Request, init: RequestInit = {}): GuardedRequest | undefined {
  const { method = 'GET', headers: given, body = null, redirect = 'follow', signal = null, ...others } = init
  if (input instanceof Request || Object.keys(others).length > 0) return undefined
  if (!(method === 'GET' && body === null) && !(method === 'POST' && (body === null || typeof body === 'string')))
    return undefined
  if (!['follow', 'manual', 'error'].includes(redirect) || !(signal === null || signal instanceof AbortSignal))
    return undefined
  const headers = new Headers(given)
  if (typeof body === 'string' && !headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8')
  return {
    url: String(input),
    method,
    headers: sentHeaders(headers),
    redirect: redirect === 'follow' ? 'follow' : 'manual',
    ...(signal !== null && { signal }),
    ...(typeof body === 'string' && { body: encoder.encode(body) }),
  }
}

function sentHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !ownedByClient.includes(name)))
}

/** The URL is kept as it was written: the standard's own request would repair the text before it is judged. */
async function guardedRequest(input: string | URL | Request, init?: RequestInit): Promise<GuardedRequest> {
  const given = input instanceof Request
  const request = new Request(given ? input : 'https://unused.invalid/', init)
  const { method } = request
  // A request's own signal hears of an abort only as long as somebody holds the request, and nobody does after this.
  const signal = init?.signal ?? (given ? heldSignal(input) : undefined)
  if (!isRequestMethod(method)) throw new NetError('invalid_method', `The method "${method}" is not sent.`)
  const headers = sentHeaders(request.headers)
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
  const redirect = request.redirect === 'follow' ? 'follow' : 'manual'
  const url = given ? input.url : String(input)
  return {
    url,
    method,
    headers,
    redirect,
    ...(signal !== undefined && { signal }),
    ...(body !== undefined && { body }),
  }
}

/** The signal of a request, which keeps the request alive for as long as somebody listens to it. */
function heldSignal(request: Request): AbortSignal {
  const { signal } = request
  held.set(signal, request)
  return signal
}

const held = new WeakMap<AbortSignal, Request>()

async function standardResponse(response: GuardedResponse): Promise<Response> {
  const { status, statusText, headers, body, url, redirects } = response
  const bodyless = status === 204 || status === 205 || status === 304
  try {
    const standard = new Response(bodyless ? null : ReadableStream.from(body), { status, statusText, headers })
    if (bodyless) await response.close()
    return Object.defineProperties(standard, { url: { value: url }, redirected: { value: redirects.length > 0 } })
  } catch (cause) {
    await response.close()
    throw new NetError('protocol_error', `The server answered with the status ${status}.`, { cause })
  }
}
