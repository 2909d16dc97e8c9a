import type { Cleanup, Clock } from '@drawbridge/core/base'
import type { HostLists } from '@drawbridge/net'
import type { FilteredNetwork } from '@drawbridge/sandbox'

export interface ProxyOptions {
  /**
   * Lists that apply to all outgoing hosts in addition to the sandbox's own: denied hosts, and known internal hosts.
   */
  readonly hosts?: HostLists | undefined
  readonly clock: Clock
  /** Closes the proxy. */
  readonly cleanup: Cleanup
}

/** Opens the way out for programs of sandboxes that may reach these hosts and no others. */
export async function openProxy(
  allow: readonly string[],
  { hosts, clock, cleanup }: ProxyOptions,
): Promise<FilteredNetwork> {
  const { createFilteredNetwork } = await import('@drawbridge/sandbox/network')
  return cleanup.use(await createFilteredNetwork({ hosts: { ...hosts, allowHosts: allow }, clock }))
}
