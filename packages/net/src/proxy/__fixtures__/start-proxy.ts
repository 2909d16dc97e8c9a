import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { systemClock } from '@drawbridge/core/base'
import { type Dialer, type DialTarget, systemDialer } from '../../client/dialer.ts'
import { createHostPolicy, type HostLists } from '../../host/host-policy.ts'
import { createFilterProxy, type FilterProxyOptions } from '../create-filter-proxy.ts'
import type { ProxyDecision } from '../proxy-refusal.ts'

export interface StartedProxy extends AsyncDisposable {
  readonly port: number
  readonly decisions: readonly ProxyDecision[]
  readonly dialled: readonly DialTarget[]
  readonly resolved: readonly string[]
  /** Connections to servers, as they were made. */
  readonly servers: readonly Socket[]
}

export interface StartProxyOptions extends Pick<FilterProxyOptions, 'limits' | 'advice'> {
  readonly clock?: FilterProxyOptions['clock']
  readonly hosts?: HostLists
  /** Answers for a name, one list for each time it is asked; the last one repeats. */
  readonly answers?: Readonly<Record<string, readonly (readonly string[])[]>>
  /** Where a dialled address really leads. */
  readonly reroute?: (target: DialTarget) => DialTarget
}

/** A proxy on loopback. Below `internal.test` hosts are allowed and may be loopback servers, as 127.0.0.1 itself. */
export async function startProxy(options: StartProxyOptions = {}): Promise<StartedProxy> {
  const { hosts = {}, answers = {}, reroute = (target) => target, clock = systemClock, ...rest } = options
  const decisions: ProxyDecision[] = []
  const dialled: DialTarget[] = []
  const resolved: string[] = []
  const servers: Socket[] = []
  const dialer: Dialer = {
    dial: (target) => {
      dialled.push(target)
      const dialling = systemDialer.dial(reroute(target))
      servers.push(dialling.socket)
      return dialling
    },
  }
  const internalHosts = ['*.internal.test', '127.0.0.1']
  const proxy = createFilterProxy({
    policy: createHostPolicy({ allowHosts: ['*.internal.test', '127.0.0.1', '*.example'], internalHosts, ...hosts }),
    resolver: {
      resolve: async (hostname) => {
        const lists = new Map(Object.entries(answers)).get(hostname) ?? [['127.0.0.1']]
        const asked = resolved.filter((name) => name === hostname).length
        resolved.push(hostname)
        return lists[asked] ?? lists.at(-1) ?? []
      },
    },
    dialer,
    clock,
    onDecision: (decision) => decisions.push(decision),
    ...rest,
  })
  const { port = 0 } = await proxy.listen({ port: 0 })
  const end = () => proxy[Symbol.asyncDispose]()
  return { port, decisions, dialled, resolved, servers, [Symbol.asyncDispose]: end }
}

/** Sends chunks as they are, one after the other, and reads until the other side closes. */
export async function speak(port: number, ...chunks: readonly (string | Uint8Array)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const received: Buffer[] = []
  socket.on('data', (chunk) => received.push(chunk))
  socket.on('error', () => {})
  for (const chunk of chunks) {
    await new Promise((resolve) => socket.write(typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk, resolve))
  }
  if (!socket.closed) await once(socket, 'close')
  return Buffer.concat(received).toString('latin1')
}

/** A raw tunnel that is open, and what was said in it so far. */
export async function openTunnel(port: number, authority: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  if (!answer.toString('latin1').startsWith('HTTP/1.1 200 ')) throw new Error(answer.toString('latin1'))
  return socket
}
