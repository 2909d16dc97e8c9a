import { once } from 'node:events'
import { type AddressInfo, createServer, connect, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A way to the server that can be cut. */
export interface Proxy {
  /** The given URL, by this way. */
  readonly url: string
  /** Ends all connections and takes no more. */
  cut(): Promise<void>
  /** Keeps all connections and lets nothing through any more, as a network does that has lost them. */
  freeze(): void
  /** Lets everybody through again, at the same port. */
  restore(): Promise<void>
}

/** Stands before a server on loopback; ends with the test. */
export async function startProxy(serverUrl: string): Promise<Proxy> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let server: Server

  const listen = async (port: number) => {
    server = createServer((client) => {
      const upstream = connect(Number(target.port), target.hostname)
      for (const [from, to] of [[client, upstream], [upstream, client]] as const) {
        sockets.add(from)
        from.on('error', () => undefined)
        from.on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
        from.pipe(to)
      }
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const cut = async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }

  const port = await listen(0)
  onTestFinished(cut)
  const url = new URL(serverUrl)
  url.host = `127.0.0.1:${port}`
  return { url: url.href, cut, restore: async () => void (await listen(port)),
    freeze: () => {
      for (const socket of sockets) socket.pause()
    },
  }
}
