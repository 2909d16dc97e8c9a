import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { AllowedUrl } from '../judge/judgement.ts'
import type { DialledConnection } from './connect.ts'

/** Connections whose answer was read to its end, for the next request to the same vetted address with the same credential. */
export interface KeptConnections {
  /** Returns one that goes to an address that this permission allows, and forgets it. */
  take(permission: AllowedUrl, headers: Headers): DialledConnection | undefined
  /** Keeps a connection as soon as its response has ended, if both ends agree to that. */
  keepAfter(message: IncomingMessage, connection: DialledConnection, permission: AllowedUrl, headers: Headers): void
}

/** Less than any usual server keeps one, so that a request rarely meets the goodbye of the other end. Milliseconds. */
const keptForMs = 2_000
const mostKept = 16

interface Kept extends DialledConnection {
  readonly key: string
  /** Stops waiting and listening. */
  release(): void
}

/** Creates an empty store. Its connections keep no process alive, and end by themselves. */
export function keepConnections(): KeptConnections {
  const kept = new Set<Kept>()

  const keep = ({ socket, address }: DialledConnection, key: string, forMs: number) => {
    if (socket.destroyed || !socket.readable || !socket.writable || socket.readableLength > 0) return socket.destroy()
    const drop = () => {
      release()
      socket.destroy()
    }
    const release = () => {
      kept.delete(entry)
      clearTimeout(timer)
      for (const event of ends) socket.off(event, drop)
    }
    const timer = setTimeout(drop, forMs).unref()
    const entry: Kept = { socket, address, key, release }
    // Bytes that nobody asked for would be taken for the next answer.
    for (const event of ends) socket.on(event, drop)
    socket.unref()
    kept.add(entry)
    const [oldest] = kept
    if (kept.size > mostKept && oldest !== undefined) {
      oldest.release()
      oldest.socket.destroy()
    }
    return undefined
  }

  return {
    take: (permission, headers) => {
      const keys = new Set(permission.addresses.map((address) => keyOf(permission, address, headers)))
      const found = [...kept].findLast(({ key, socket }) => keys.has(key) && isUsable(socket))
      if (found === undefined) return undefined
      found.release()
      found.socket.ref()
      return { socket: found.socket, address: found.address }
    },
    keepAfter: (message, connection, permission, headers) => {
      const forMs = Math.min(keptForMs, allowedMs(message))
      const key = keyOf(permission, connection.address, headers)
      // Node says this after a response that ended whole, unless one end wants to close.
      if (forMs > 0) connection.socket.once('free', () => void keep(connection, key, forMs))
    },
  }
}

const ends = ['data', 'end', 'close', 'error'] as const

function isUsable(socket: Socket): boolean {
  return !socket.destroyed && socket.readable && socket.writable && socket.readableLength === 0
}

function keyOf({ target }: AllowedUrl, address: string, headers: Headers): string {
  return JSON.stringify([target.scheme, target.hostname, target.port, address, headers.get('authorization')])
}

/** The time that the server is sure to keep it for, less a second for the way. */
function allowedMs({ headers }: IncomingMessage): number {
  const [, seconds] = /\btimeout=(\d{1,6})/i.exec(String(headers['keep-alive'] ?? '')) ?? []
  return seconds === undefined ? keptForMs : (Number(seconds) - 1) * 1_000
}
