import WebSocket from 'ws'

/** A frame of the server. */
export interface Frame {
  readonly type: string
  readonly cursor?: string
  readonly node?: string
  readonly items?: readonly { readonly position: string }[]
}

/** A client of the WebSocket of a gateway. */
export interface SocketClient {
  readonly frames: Frame[]
  /** The codes with which the server closed it. */
  readonly closed: number[]
  send(frame: object | string): void
  close(): void
}

/** Connects a client, or resolves to the status with which it is refused. */
export function connectSocket(
  url: string,
  protocols: readonly string[],
  headers: Readonly<Record<string, string>>,
): Promise<SocketClient | number> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/events`, [...protocols], { headers })
  const [frames, closed]: [Frame[], number[]] = [[], []]
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  socket.on('close', (code) => closed.push(code))
  return new Promise((resolve) => {
    socket.on('error', () => resolve(0))
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('open', () =>
      resolve({
        frames,
        closed,
        send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
        close: () => socket.close(),
      }),
    )
  })
}
