import { type IncomingMessage, type ServerResponse, request as startRequest } from 'node:http'
import type { Socket } from 'node:net'
import { connectionHeaders } from '../client/connection-headers.ts'
import { valuesOf } from './head-problem.ts'

/** Headers between two neighbours only (RFC 9110, 7.6.1), and those that a proxy sets itself. */
const hopByHop: ReadonlySet<string> = new Set([...connectionHeaders, 'proxy-authenticate'])

/** These say how a message is framed and whom it is for: naming them in `Connection` does not make them go away. */
const kept: ReadonlySet<string> = new Set(['content-length', 'host'])

export interface ForwardOptions {
  /** A connection to the vetted address, for this request alone. */
  readonly server: Socket
  readonly path: string
  /** The `Host` that is sent. */
  readonly host: string
  readonly maxHeaderBytes: number
  readonly onMoved: (bytes: number) => void
  /** Called when the server does not answer with HTTP, as long as nothing was answered to the client. */
  readonly onFailure: () => void
}

/**
 * Forwards a checked request with new framing and returns the response, including redirects, which the client has to
 * follow itself.
 */
export function forwardRequest(request: IncomingMessage, response: ServerResponse, options: ForwardOptions): void {
  const { server, path, host, maxHeaderBytes, onMoved, onFailure } = options
  const received = endToEndHeaders(request.rawHeaders)
  const outgoing = startRequest({
    method: request.method ?? 'GET',
    path,
    headers: ['Host', host, ...withoutHost(received), ...framing(request), 'Connection', 'close'],
    setHost: false,
    createConnection: () => server,
    maxHeaderSize: maxHeaderBytes,
    insecureHTTPParser: false,
  })
  outgoing.maxHeadersCount = 0
  const fail = (): void => {
    server.destroy()
    if (response.headersSent) response.destroy()
    else onFailure()
  }
  let isAnswered = false
  outgoing.once('error', fail)
  outgoing.once('close', () => {
    if (!isAnswered) fail()
  })
  outgoing.once('response', (answer) => {
    isAnswered = true
    answer.on('data', (chunk: Uint8Array) => onMoved(chunk.length))
    answer.once('close', () => {
      if (!answer.complete) fail()
    })
    answer.on('error', () => {})
    const headers = [...endToEndHeaders(answer.rawHeaders), 'Connection', 'close']
    try {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers)
      answer.pipe(response)
    } catch {
      fail()
    }
  })
  request.on('data', (chunk: Uint8Array) => onMoved(chunk.length))
  request.pipe(outgoing)
}

/**
 * Required for every method: Node would send the chunks of a GET unframed, and the server would take them for another
 * request. It would also add a frame to a POST without a body.
 */
function framing(request: IncomingMessage): readonly string[] {
  if (valuesOf(request, 'transfer-encoding').length > 0) return ['Transfer-Encoding', 'chunked']
  return valuesOf(request, 'content-length').length > 0 ? [] : ['Content-Length', '0']
}

function withoutHost(headers: readonly string[]): readonly string[] {
  return headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== 'host')
}

/**
 * Returns the received headers that are passed on, as alternating names and values: all except hop-by-hop headers and
 * those that `Connection` names.
 */
function endToEndHeaders(rawHeaders: readonly string[]): readonly string[] {
  const pairs = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
  )
  const named = new Set(
    pairs
      .filter(([name]) => name.toLowerCase() === 'connection')
      .flatMap(([, value]) => value.split(',').map((token) => token.trim().toLowerCase()))
      .filter((name) => !kept.has(name)),
  )
  return pairs.filter(([name]) => !hopByHop.has(name.toLowerCase()) && !named.has(name.toLowerCase())).flat()
}
