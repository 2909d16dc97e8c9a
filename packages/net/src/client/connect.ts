import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { AllowedUrl } from '../judge/judgement.ts'
import type { Dialer, DialTarget } from './dialer.ts'
import { NetError } from './net-error.ts'
import { within } from './within.ts'

export interface DialledConnection {
  readonly socket: Socket
  /** The vetted address at the other end. */
  readonly address: string
}

export interface ConnectOptions {
  readonly dialer: Dialer
  readonly connectMs: number
  readonly signal: AbortSignal
}

/** Connects to the first vetted address; only while none answers, to the next ones. Never to anything else. */
export async function connect(permission: AllowedUrl, options: ConnectOptions): Promise<DialledConnection> {
  let failure = new NetError('no_address', 'No vetted address is left to dial.')
  for (const address of permission.addresses) {
    options.signal.throwIfAborted()
    try {
      return { address, socket: await dial(dialTarget(permission, address), options) }
    } catch (error) {
      if (!NetError.isInstance(error) || !isUnreachable(error)) throw error
      failure = error
    }
  }
  throw failure
}

function dialTarget({ target }: AllowedUrl, address: string): DialTarget {
  const { scheme, port, hostname, literal } = target
  return { address, port, ...(scheme === 'https' && { tls: literal ? {} : { servername: hostname } }) }
}

async function dial(target: DialTarget, { dialer, connectMs, signal }: ConnectOptions): Promise<Socket> {
  const { socket, ready } = dialer.dial(target)
  let reached = false
  socket.once('connect', () => {
    reached = true
  })
  // The socket's next owner adds its own listener; an error before that must not end the process.
  socket.on('error', () => {})
  const where = `${target.address} port ${target.port}`
  const work = once(socket, ready).catch((cause: Error) => {
    socket.destroy()
    throw new NetError(reached ? 'tls_failed' : 'connection_failed', `${where}: ${cause.message}`, { cause })
  })
  await within(work, {
    signal,
    limitMs: connectMs,
    onTimeout: () => new NetError('connect_timeout', `${where} did not accept the connection within ${connectMs} ms.`),
    cancel: () => socket.destroy(),
  })
  return socket
}

function isUnreachable({ reason }: NetError): boolean {
  return reason === 'connection_failed' || reason === 'connect_timeout'
}
