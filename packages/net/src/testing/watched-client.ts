import type { Socket } from 'node:net'
import { createGuardedClient, type GuardedClient, type GuardedClientOptions } from '../client/create-guarded-client.ts'
import { type Dialer, type DialTarget, systemDialer } from '../client/dialer.ts'
import type { Resolver } from '../client/resolver.ts'
import { createHostPolicy } from '../host/host-policy.ts'

/** A client that may reach loopback servers, with a record of all it did. */
export interface WatchedClient extends GuardedClient {
  readonly dialled: readonly DialTarget[]
  readonly sockets: readonly Socket[]
  /** Names asked for, in order. */
  readonly resolved: readonly string[]
}

/** The options of `createWatchedClient`. */
export interface WatchedClientOptions extends Omit<GuardedClientOptions, 'resolver'> {
  /** Answers for a name, one list for each time it is asked; the last one repeats. */
  readonly answers?: Readonly<Record<string, readonly (readonly string[])[]>>
  /** Returns the real target of a dialled address, so that a loopback server can play a public address. */
  readonly reroute?: (target: DialTarget) => DialTarget
}

/** Makes a client for tests: 127.0.0.1 and names below `internal.test` count as internal hosts. */
export function createWatchedClient(options: WatchedClientOptions = {}): WatchedClient {
  const { answers = {}, reroute = (target) => target, ...rest } = options
  const dialled: DialTarget[] = []
  const sockets: Socket[] = []
  const resolved: string[] = []
  const dialer: Dialer = {
    dial(target) {
      dialled.push(target)
      const dialling = (options.dialer ?? systemDialer).dial(reroute(target))
      sockets.push(dialling.socket)
      return dialling
    },
  }
  const resolver: Resolver = {
    async resolve(hostname) {
      const lists = new Map(Object.entries(answers)).get(hostname) ?? []
      const asked = resolved.filter((name) => name === hostname).length
      resolved.push(hostname)
      return lists[asked] ?? lists.at(-1) ?? []
    },
  }
  const policy = createHostPolicy({ internalHosts: ['127.0.0.1', '*.internal.test'] })
  return { ...createGuardedClient({ policy, ...rest, dialer, resolver }), dialled, sockets, resolved }
}
