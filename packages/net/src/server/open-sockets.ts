import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { requestFault } from './request-fault.ts'

/** One end of a WebSocket. */
export interface ServerSocket {
  /** Bytes that are sent but not yet taken by the network. */
  readonly bufferedBytes: number
  send(text: string): void
  ping(): void
  /** Says goodbye with a code from 1000 or 4000 on. */
  close(code: number, reason: string): void
  /** Cuts the connection at once. */
  cut(): void
  /** Undefined for a message that is not text. */
  onMessage(listener: (text: string | undefined) => void): void
  onPong(listener: () => void): void
  onClose(listener: () => void): void
}

/** A client whose socket is opened. */
export interface SocketAcceptance {
  /** The sub-protocol, one of those that the client offers. */
  readonly protocol: string
  open(socket: ServerSocket): void
}

/** The clients whose sockets are opened. */
export interface SocketRules {
  /** Longer messages end the socket. Bytes. */
  readonly maxMessageBytes: number
  /** Decides on a request for a socket. An answer refuses it. */
  decide(request: Request, peer: { readonly address: string }): Promise<Response | SocketAcceptance>
}

/** The sockets of a server. */
export interface OpenSockets {
  /** Opens no more. */
  close(): void
  /** Cuts those that are still open. */
  cut(): void
}

/** Opens WebSockets on a server. */
export function openSockets(
  server: Server,
  rules: SocketRules & { readonly onError: (error: Error) => void },
): OpenSockets {
  const chosen = new WeakMap<IncomingMessage, string>()
  let isClosing = false
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: rules.maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: (_offered, request) => chosen.get(request) ?? false,
  })
  server.on('upgrade', (incoming: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy())
    void upgrade(incoming, stream, head).catch((error: unknown) => {
      rules.onError(error instanceof Error ? error : new Error(String(error)))
      stream.destroy()
    })
  })

  async function upgrade(incoming: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const fault = isClosing ? 'The server is closing.' : requestFault(incoming)
    if (fault !== undefined) return refuse(stream, new Response(`${fault}\n`, { status: 400 }))
    const decision = await rules.decide(requestOf(incoming), { address: incoming.socket.remoteAddress ?? '' })
    if (decision instanceof Response) return refuse(stream, decision)
    chosen.set(incoming, decision.protocol)
    sockets.handleUpgrade(incoming, stream, head, (socket) => decision.open(serverSocket(socket)))
  }

  return {
    close: () => {
      isClosing = true
    },
    cut: () => {
      for (const socket of sockets.clients) socket.terminate()
    },
  }
}

function requestOf(incoming: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  return new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`), { headers })
}

async function refuse(stream: Duplex, response: Response): Promise<void> {
  const body = await response.text()
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  stream.end(
    `HTTP/1.1 ${response.status} Refused\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

function serverSocket(socket: WebSocket): ServerSocket {
  // A message that is too long, or a broken frame: ws closes the socket itself.
  socket.on('error', () => undefined)
  return {
    get bufferedBytes() {
      return socket.bufferedAmount
    },
    send: (text) => socket.send(text, () => undefined),
    ping: () => socket.ping(),
    close: (code, reason) => socket.close(code, reason),
    cut: () => socket.terminate(),
    onMessage: (listener) =>
      void socket.on('message', (data, isBinary) => listener(isBinary ? undefined : String(data))),
    onPong: (listener) => void socket.on('pong', listener),
    onClose: (listener) => void socket.on('close', listener),
  }
}
