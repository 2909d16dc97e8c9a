import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { openSockets, type SocketRules } from './server/open-sockets.ts'
import { requestFault } from './server/request-fault.ts'

/** The bounds of a server against slow and many clients. Times in milliseconds. */
export interface HttpServerLimits {
  /** The longest time in which the head of a request arrives. */
  readonly headMs: number
  /** The longest time in which a request arrives whole. */
  readonly requestMs: number
  readonly headBytes: number
  /** The number of clients connected at once. */
  readonly connections: number
  /** The time that running answers have to end by themselves when the server closes. */
  readonly graceMs: number
}

const defaultLimits: HttpServerLimits = {
  headMs: 10_000,
  requestMs: 30_000,
  headBytes: 16 * 1024,
  connections: 512,
  graceMs: 2_000,
}

/** The other end of a connection, as this machine sees it: a client, or a proxy in front of it. */
export interface HttpPeer {
  /** Literal. */
  readonly address: string
}

/** The options of an HTTP server. */
export interface HttpServerOptions {
  /** A literal address. Default 127.0.0.1, which only programs of this machine reach. */
  readonly address?: string
  /** Default: a free one. */
  readonly port?: number
  readonly limits?: Partial<HttpServerLimits>
  /** Answers a request. Its signal is aborted if the client is gone before the answer was sent. */
  fetch(request: Request, peer: HttpPeer): Response | Promise<Response>
  /** WebSockets. Default: none is opened. */
  readonly sockets?: SocketRules
  /** Called with what `fetch` has thrown; the client reads only that the server has failed. */
  readonly onError?: (error: Error) => void
}

/** A server that listens. Disposal is `close`. */
export interface HttpServer extends AsyncDisposable {
  readonly port: number
  /** Without a path. */
  readonly url: string
  /** Accepts nothing any more, lets running answers end within their grace, then cuts them off. */
  close(): Promise<void>
}

/** Listens for HTTP on one address. Rejects if it is taken or not this machine's. */
export async function openHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { address = '127.0.0.1', port = 0, onError = () => undefined } = options
  const limits = { ...defaultLimits, ...options.limits }
  const listener = getRequestListener((request, { incoming }) => options.fetch(request, peerOf(incoming)), {
    overrideGlobalObjects: false,
    errorHandler: (error) => {
      onError(error instanceof Error ? error : new Error(String(error)))
      return new Response('The server has failed.\n', { status: 500 })
    },
  })
  const server = createServer(
    {
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.max(50, Math.min(1_000, limits.headMs / 2, limits.requestMs / 2)),
      maxHeaderSize: limits.headBytes,
    },
    (incoming, outgoing) => {
      const fault = requestFault(incoming)
      if (fault === undefined) void listener(incoming, outgoing)
      else refuse(outgoing, fault)
    },
  )
  server.maxConnections = limits.connections
  const sockets = options.sockets === undefined ? undefined : openSockets(server, { onError, ...options.sockets })
  server.listen(port, address)
  await once(server, 'listening')
  const bound = (server.address() as AddressInfo).port
  let closing: Promise<void> | undefined

  async function close(): Promise<void> {
    const closed = once(server, 'close')
    sockets?.close()
    server.close()
    server.closeIdleConnections()
    const cut = setTimeout(() => {
      sockets?.cut()
      server.closeAllConnections()
    }, limits.graceMs)
    await closed
    clearTimeout(cut)
  }
  const closeOnce = (): Promise<void> => {
    closing ??= close()
    return closing
  }
  return {
    port: bound,
    url: `http://${address.includes(':') ? `[${address}]` : address}:${bound}`,
    close: closeOnce,
    [Symbol.asyncDispose]: closeOnce,
  }
}

export type { ServerSocket, SocketAcceptance, SocketRules } from './server/open-sockets.ts'

function peerOf(incoming: Pick<IncomingMessage, 'socket'>): HttpPeer {
  return { address: incoming.socket.remoteAddress ?? '' }
}

/** Answers what no handler may see, and trusts the connection no more. */
function refuse(outgoing: ServerResponse, message: string): void {
  outgoing.writeHead(400, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
  outgoing.end(`${message}\n`)
}
