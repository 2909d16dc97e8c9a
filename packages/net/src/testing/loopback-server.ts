import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'

/** A server on 127.0.0.1 or another loopback address, closed with all its connections when disposed. */
export interface LoopbackServer extends AsyncDisposable {
  readonly port: number
  /** Base URL of the server by address. */
  readonly url: string
  /** The number of connections accepted so far. */
  readonly connections: number
}

/** Serves HTTP on an ephemeral port. */
export function serveHttp(listener: RequestListener, host = '127.0.0.1'): Promise<LoopbackServer> {
  return listen(createHttpServer(listener), host)
}

/** Hands out raw connections on an ephemeral port; half-open, so that a test decides how each one ends. */
export function serveTcp(onConnection: (socket: Socket) => void, host = '127.0.0.1'): Promise<LoopbackServer> {
  return listen(createTcpServer({ allowHalfOpen: true }, onConnection), host)
}

/** Answers every connection, once it has sent its first bytes, with exactly this text; `end` closes it afterwards. */
export function serveText(text: string, { end }: { readonly end: boolean }): Promise<LoopbackServer> {
  return serveTcp((socket) =>
    socket.once('data', () => (end ? socket.end(text, 'latin1') : socket.write(text, 'latin1'))),
  )
}

async function listen(server: Server, host: string): Promise<LoopbackServer> {
  const open = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    open.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => open.delete(socket))
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://${host}:${port}`,
    get connections() {
      return connections
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
