import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy in front of nodes. */
export interface RoundRobin extends AsyncDisposable {
  /** Without a path. */
  readonly url: string
  /** Sends connections to a node too. */
  add(url: string): void
  /** Sends no further connections to a node, as a proxy that sees that it is not ready. */
  remove(url: string): void
  /** Ends every connection, as a proxy that starts again. */
  cut(): void
}

/**
 * Opens a proxy that gives each connection to the next node, and to the one after it if a node takes none. It passes bytes on and knows
 * nothing of sessions, so a client that needs a certain node twice fails behind it.
 */
export async function openRoundRobin(): Promise<RoundRobin> {
  let nodes: readonly URL[] = []
  let turn = 0
  const open = new Set<Socket>()
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.setNoDelay()
  }
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  const nodeFor = async (): Promise<Socket | undefined> => {
    for (const _ of nodes) {
      const node = nodes[turn % nodes.length]
      turn += 1
      if (node === undefined) return undefined
      const socket = connect(Number(node.port), node.hostname)
      const isOpen = await once(socket, 'connect').then(
        () => true,
        () => false,
      )
      if (isOpen) return socket
    }
    return undefined
  }
  const server = createServer((client) => {
    keep(client)
    client.on('error', () => client.destroy())
    client.pause()
    void nodeFor().then((node) => {
      if (node === undefined || client.destroyed) {
        node?.destroy()
        return client.destroy()
      }
      keep(node)
      node.on('error', () => client.destroy())
      node.on('close', () => client.destroy())
      client.on('close', () => node.destroy())
      client.pipe(node)
      node.pipe(client)
      return client.resume()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (url) => {
      nodes = [...nodes, new URL(url)]
    },
    remove: (url) => {
      nodes = nodes.filter(({ origin }) => origin !== new URL(url).origin)
    },
    cut,
    [Symbol.asyncDispose]: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
