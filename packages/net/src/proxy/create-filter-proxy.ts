import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, Server, type Socket } from 'node:net'
import type { Clock } from '@drawbridge/core/base'
import { type Dialer, systemDialer } from '../client/dialer.ts'
import { NetError } from '../client/net-error.ts'
import { type Resolver, systemResolver } from '../client/resolver.ts'
import type { HostPolicy } from '../host/host-policy.ts'
import { answerSocket } from './proxy-answer.ts'
import { defaultProxyLimits, type ProxyLimits } from './proxy-limits.ts'
import type { ProxyDecision } from './proxy-refusal.ts'
import { serveForward } from './serve-forward.ts'
import { serveTunnel } from './serve-tunnel.ts'
import type { ProxyServices, Visit } from './visit.ts'
import { watchConnection } from './watch-connection.ts'

/** The options of `createFilterProxy`. */
export interface FilterProxyOptions {
  /** The hosts that may be contacted. Set `allowHosts`: without it, every public host is allowed. */
  readonly policy: HostPolicy
  readonly resolver?: Resolver
  readonly dialer?: Dialer
  readonly clock: Clock
  readonly limits?: Partial<ProxyLimits>
  /** Advice that refused programs get for the operator. */
  readonly advice?: string
  /** Told of every grant and violation. Must not throw. */
  readonly onDecision?: (decision: ProxyDecision) => void
}

/**
 * An HTTP proxy for programs that have no other network: tunnels (`CONNECT`) that carry TLS or plain HTTP, and plain HTTP by whole
 * URLs. Each connection is judged as `judgeUrl` does and dialled at a vetted address. Disposing it ends all connections.
 */
export interface FilterProxy extends AsyncDisposable {
  /** Listens on a Unix socket, or on a port of 127.0.0.1 (0 takes a free one). Rejects with the system's error. */
  listen(at: { readonly path: string } | { readonly port: number }): Promise<FilterProxyListener>
  /**
   * Serves a listener that another process created, perhaps in another network namespace. Returns undefined if the
   * handle is not a listener.
   */
  adopt(handle: unknown): FilterProxyListener | undefined
}

/** One place where the proxy serves. Disposing it ends its connections and no others. */
export interface FilterProxyListener extends AsyncDisposable {
  /** Undefined for a Unix socket. */
  readonly port?: number
}

/** Makes a proxy that does not serve anywhere yet. */
export function createFilterProxy(options: FilterProxyOptions): FilterProxy {
  const { policy, resolver = systemResolver, dialer = systemDialer, clock, onDecision = () => {} } = options
  const { advice = 'An operator can add it to the hosts that programs may connect to.' } = options
  const limits = { ...defaultProxyLimits, ...options.limits }
  const services: ProxyServices = { policy, resolver, dialer, limits, advice, onDecision }
  const visits = new Map<Socket, Visit>()
  const listeners = new Set<FilterProxyListener>()
  const web = createHttpServer({
    maxHeaderSize: limits.maxHeaderBytes,
    insecureHTTPParser: false,
    requireHostHeader: false,
    // The proxy has its own times, by its own clock.
    headersTimeout: 0,
    requestTimeout: 0,
  })
  // Node would silently drop headers beyond its default limit.
  web.maxHeadersCount = 0
  web.maxRequestsPerSocket = 1
  web.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const visit = visits.get(request.socket)
    if (visit !== undefined) void serveForward(request, response, visit, services)
  })
  web.on('connect', (request: IncomingMessage, client: Socket, head: Uint8Array) => {
    const visit = visits.get(client)
    if (visit !== undefined) void serveTunnel(request, client, head, { ...services, visit, serveHttp })
  })
  web.on('clientError', (error: NodeJS.ErrnoException, client: Socket) => {
    const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW'
    const text = isTooLarge ? 'The request head is too large.' : 'The request is malformed.'
    if (error.code === 'ECONNRESET') client.destroy()
    else answerSocket(client, { status: isTooLarge ? 431 : 400, text })
  })

  return {
    listen: async (at) => {
      const server = createServer()
      server.listen('path' in at ? { path: at.path } : { port: at.port, host: '127.0.0.1' })
      await once(server, 'listening')
      return serve(server)
    },
    adopt: (handle) => (handle instanceof Server ? serve(handle) : undefined),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...listeners].map((listener) => listener[Symbol.asyncDispose]()))
    },
  }

  function serve(server: Server): FilterProxyListener {
    const open = new Set<Socket>()
    server.on('connection', (client: Socket) => {
      const isTooMany = open.size >= limits.maxConnections
      client.on('error', () => {})
      open.add(client)
      client.once('close', () => open.delete(client))
      if (!isTooMany) return receive(client)
      answerSocket(client, {
        status: 503,
        text: `The proxy serves at most ${limits.maxConnections} connections at a time.`,
      })
    })
    server.on('error', () => {})
    const address = server.address() as AddressInfo | string | null
    const listener: FilterProxyListener = {
      ...(typeof address === 'object' && address !== null && { port: address.port }),
      [Symbol.asyncDispose]: async () => {
        listeners.delete(listener)
        const closed = server.listening ? once(server, 'close') : undefined
        server.close()
        for (const client of open) client.destroy()
        await closed
      },
    }
    listeners.add(listener)
    return listener
  }

  function receive(client: Socket): void {
    const controller = new AbortController()
    const watch = watchConnection(client, clock, limits)
    visits.set(client, { watch, signal: controller.signal })
    client.once('close', () => {
      visits.delete(client)
      watch[Symbol.dispose]()
      controller.abort(new NetError('aborted', 'The client closed its connection.'))
    })
    serveHttp(client)
  }

  function serveHttp(client: Socket): void {
    visits.get(client)?.watch.awaitHead()
    web.emit('connection', client)
  }
}
