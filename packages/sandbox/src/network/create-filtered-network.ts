import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, createCleanup } from '@drawbridge/core/base'
import {
  createFilterProxy,
  createHostPolicy,
  type Dialer,
  type HostLists,
  type ProxyDecision,
  type Resolver,
} from '@drawbridge/net'
import type { FilteredNetwork } from '../backend/sandbox-profile.ts'

/** The options of `createFilteredNetwork`. */
export interface FilteredNetworkOptions {
  /** The only hosts that are reached, whatever the other lists say. */
  readonly hosts: HostLists & { readonly allowHosts: readonly string[] }
  readonly clock: Clock
  /** Absolute folder for the socket, short enough for the path of one. Default: that for temporary files. */
  readonly folder?: string | undefined
  readonly resolver?: Resolver
  readonly dialer?: Dialer
  /** Told of every grant and violation. Must not throw. */
  readonly onDecision?: (decision: ProxyDecision) => void
}

const advice = 'An operator can add it to "allow" of the sandbox\'s network.'

/**
 * Opens the one way out of sandboxes that share a list of hosts: a proxy of this process, at a socket in a folder that only this
 * user may enter. Rejects with `HostPatternError` for a list that could never match, and with the system's error.
 */
export async function createFilteredNetwork(
  options: FilteredNetworkOptions,
): Promise<FilteredNetwork & AsyncDisposable> {
  const { hosts, folder = tmpdir(), ...rest } = options
  const policy = createHostPolicy(hosts)
  await using cleanup = createCleanup()
  const own = await mkdtemp(join(folder, 'drawbridge-network-'))
  cleanup.use({ [Symbol.asyncDispose]: () => rm(own, { recursive: true, force: true }) })
  const proxy = cleanup.use(createFilterProxy({ ...rest, policy, advice }))
  const socket = join(own, 'proxy.sock')
  await proxy.listen({ path: socket })
  const owned = cleanup.move()

  return { socket, adopt: proxy.adopt, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() }
}
