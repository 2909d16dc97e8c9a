import { type ClientRequest, type IncomingMessage, request as startRequest } from 'node:http'
import type { Socket } from 'node:net'
import type { Hop } from './hop.ts'
import { NetError } from './net-error.ts'
import { within } from './within.ts'

export interface ExchangeOptions {
  readonly url: URL
  readonly headersMs: number
  readonly maxHeaderBytes: number
  readonly signal: AbortSignal
  /** True if the connection may serve another request afterwards. */
  readonly keepAlive: boolean
}

/** Sends one request on a connection that nothing else uses and waits for the response headers. A failure destroys the socket. */
export async function exchange(socket: Socket, hop: Hop, options: ExchangeOptions): Promise<IncomingMessage> {
  const { url, headersMs, maxHeaderBytes, signal, keepAlive } = options
  const headers = new Headers(hop.headers)
  headers.set('host', url.host)
  headers.set('connection', keepAlive ? 'keep-alive' : 'close')
  if (hop.body !== undefined) headers.set('content-length', String(hop.body.byteLength))
  // With a connection of its own, the request has no agent: no pool, no proxy from the environment.
  const outgoing = startRequest({
    method: hop.method,
    path: `${url.pathname}${url.search}`,
    headers: Object.fromEntries(headers),
    setHost: false,
    createConnection: () => socket,
    maxHeaderSize: maxHeaderBytes,
    insecureHTTPParser: false,
  })
  const response = responseOf(outgoing)
  outgoing.end(hop.body)
  try {
    return await within(response, {
      signal,
      limitMs: headersMs,
      onTimeout: () => new NetError('headers_timeout', `${url.host} sent no response headers within ${headersMs} ms.`),
    })
  } catch (error) {
    outgoing.destroy()
    socket.destroy()
    throw error
  }
}

function responseOf(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve)
    // Stays for good: the body reports errors after the response.
    outgoing.on('error', (cause) => reject(exchangeError(cause)))
    outgoing.once('close', () => reject(new NetError('protocol_error', 'The connection closed without a response.')))
  })
}

function exchangeError(cause: Error): NetError {
  const code = 'code' in cause ? String(cause.code) : ''
  if (code === 'HPE_HEADER_OVERFLOW') return new NetError('headers_too_large', 'The response headers are too large.')
  const reason = code.startsWith('HPE_') ? 'protocol_error' : 'connection_lost'
  return new NetError(reason, `The server did not answer with HTTP: ${cause.message}`, { cause })
}
