import { createHostPolicy, type HostPolicy } from '../host/host-policy.ts'
import { type ClientLimits, defaultClientLimits } from './client-limits.ts'
import { type Dialer, systemDialer } from './dialer.ts'
import { type Arrival, follow } from './follow.ts'
import { type GuardedRequest, isRequestMethod } from './guarded-request.ts'
import type { CompleteResponse, GuardedResponse, RequestOutcome } from './guarded-response.ts'
import type { Hop } from './hop.ts'
import { keepConnections } from './kept-connections.ts'
import { NetError } from './net-error.ts'
import { requestHeaders } from './request-headers.ts'
import { type Resolver, systemResolver } from './resolver.ts'
import { responseBody } from './response-body.ts'
import { startTimer } from './start-timer.ts'

/** Ends a request from outside: the caller's signal or the total time. `signal.reason` is a {@link NetError}. */
interface Deadline extends Disposable {
  readonly signal: AbortSignal
  /** Lets the process exit although the time is not over. */
  mayExit(): void
}

/** The options of `createGuardedClient`. */
export interface GuardedClientOptions {
  /** The hosts that may be contacted. Default: every public host. */
  readonly policy?: HostPolicy
  readonly resolver?: Resolver
  readonly dialer?: Dialer
  readonly limits?: Partial<ClientLimits>
  /** The `User-Agent` of requests that name none. */
  readonly userAgent?: string
}

/** The only way out for a URL that a model, a user, a provider or a server supplied. */
export interface GuardedClient {
  /** Reads the whole response. Never rejects. */
  request(request: GuardedRequest): Promise<RequestOutcome<CompleteResponse>>
  /** Hands out the response as soon as its headers are there. Never rejects; see {@link GuardedResponse}. */
  open(request: GuardedRequest): Promise<RequestOutcome<GuardedResponse>>
}

/** Makes a client. It needs no closing: connections that it keeps between requests that want that end by themselves. */
export function createGuardedClient(options: GuardedClientOptions = {}): GuardedClient {
  const { resolver = systemResolver, dialer = systemDialer, userAgent = 'drawbridge' } = options
  const policy = options.policy ?? createHostPolicy()
  const connections = keepConnections()

  const start = async (request: GuardedRequest): Promise<GuardedResponse> => {
    const hop = firstHop(request, userAgent)
    const limits = { ...defaultClientLimits, ...options.limits, ...request.limits }
    const deadline = startDeadline(limits.totalMs, request.signal)
    const { signal } = deadline
    try {
      const redirect = request.redirect ?? 'follow'
      const kept = request.keepAlive === true ? connections : undefined
      const arrival = await follow(request.url, hop, { policy, resolver, dialer, limits, signal, redirect, kept })
      return guardedResponse(arrival, limits, deadline, kept !== undefined)
    } catch (error) {
      deadline[Symbol.dispose]()
      throw error
    }
  }

  return {
    open: (request) => outcomeOf(() => start(request)),
    request: (request) =>
      outcomeOf(async () => {
        const { body, close, [Symbol.asyncDispose]: _, ...rest } = await start(request)
        return { ...rest, body: await collect(body) }
      }),
  }
}

function firstHop({ method = 'GET', headers = {}, body }: GuardedRequest, userAgent: string): Hop {
  if (!isRequestMethod(method)) throw new NetError('invalid_method', `The method "${method}" is not sent.`)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return { method, headers: requestHeaders(headers, userAgent), body: bytes }
}

function guardedResponse(
  arrival: Arrival,
  limits: ClientLimits,
  deadline: Deadline,
  mayBeKept: boolean,
): GuardedResponse {
  const { message, socket, address, hop, url, redirects } = arrival
  const { signal } = deadline
  const release = (): void => {
    signal.removeEventListener('abort', release)
    deadline[Symbol.dispose]()
    // After the end of the response its connection may be another request's already.
    const isOver = mayBeKept && message.complete && message.readableEnded
    message.destroy()
    if (!isOver) socket.destroy()
  }
  signal.addEventListener('abort', release, { once: true })
  // An answer that nobody reads keeps no process alive.
  deadline.mayExit()
  socket.unref()
  try {
    const status = message.statusCode ?? 0
    const bodyless = hop.method === 'HEAD' || status === 204 || status === 304
    const body = releasing(responseBody(message, { limits, signal, bodyless }), socket, release)
    const close = async (): Promise<void> => release()
    const statusText = message.statusMessage ?? ''
    const headers = responseHeaders(message.rawHeaders)
    return { status, statusText, headers, url: url.href, redirects, address, body, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    release()
    throw error
  }
}

async function* releasing(
  body: AsyncIterable<Uint8Array>,
  socket: Arrival['socket'],
  release: () => void,
): AsyncGenerator<Uint8Array> {
  socket.ref()
  try {
    yield* body
  } finally {
    release()
  }
}

function responseHeaders(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let index = 0; index + 1 < raw.length; index += 2) headers.append(raw[index] ?? '', raw[index + 1] ?? '')
  return headers
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function outcomeOf<Response>(work: () => Promise<Response>): Promise<RequestOutcome<Response>> {
  try {
    return { type: 'response', response: await work() }
  } catch (error) {
    if (NetError.isInstance(error)) return { type: 'error', error }
    throw error
  }
}

/** Starts the clock of one request. Disposing it leaves no timer and no listener behind. */
function startDeadline(totalMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  const onAbort = (): void => controller.abort(new NetError('aborted', 'The request was aborted by its caller.'))
  const onTimeout = (): void =>
    controller.abort(new NetError('total_timeout', `The request took longer than ${totalMs} ms in total.`))
  const timer = startTimer(totalMs, onTimeout)
  if (outer?.aborted) onAbort()
  else outer?.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    mayExit: () => void timer?.unref(),
    [Symbol.dispose]() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', onAbort)
    },
  }
}
