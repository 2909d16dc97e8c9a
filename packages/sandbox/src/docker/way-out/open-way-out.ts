import { errorMessage } from '@drawbridge/core'
import type { FilteredNetwork } from '../../backend/sandbox-profile.ts'
import { findTrustedProgram } from '../../target/find-trusted-program.ts'
import type { RunningContainer } from '../container/running-container.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import { unavailable } from '../engine/sandbox-fault.ts'
import { runHelper } from '../exec/run-helper.ts'
import { listenInNetwork } from './listen-in-network.ts'
import { networkScript, openNamespaces } from './open-namespace.ts'

export interface WayOutOptions {
  readonly client: EngineClient
  /** The search path for `nsenter`. */
  readonly searchPath: string
  /** Folders in which sandboxed programs may write: nothing there is trusted. */
  readonly writable: readonly string[]
}

/**
 * Connects the programs of a container without a network to a proxy, until the result is disposed of. Fails with
 * `sandbox_unavailable` if this machine cannot enter the container's network.
 */
export async function openWayOut(
  container: RunningContainer,
  network: Pick<FilteredNetwork, 'adopt'>,
  { client, searchPath, writable }: WayOutOptions,
): Promise<AsyncDisposable> {
  try {
    const nsenter = findTrustedProgram('nsenter', { software: 'util-linux', searchPath, writable })
    if (nsenter.status === 'absent') throw unavailable(nsenter.reason)
    using namespaces = openNamespaces(container.enginePid, await runHelper(client, container, networkScript))
    const listener = network.adopt(await listenInNetwork(nsenter.file, namespaces))
    if (listener === undefined) throw unavailable('no listener was handed over')
    return listener
  } catch (error) {
    throw unavailable(
      `The network of a container cannot be entered (${errorMessage(error)}), so single hosts cannot be allowed. ${advice}`,
      error,
    )
  }
}

const advice =
  'That needs an engine on this machine that runs as the same user as Drawbridge, or both as root. Otherwise use the backend bubblewrap, or set the network to none or host.'
