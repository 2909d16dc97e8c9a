import type { HostLists } from '@drawbridge/net'
import type { Configuration } from './configuration.ts'
import type { DrawbridgeConfig } from './sections.ts'

/**
 * Returns the configured hosts for the outgoing client, so that they also apply to every redirect. Hosts that ask are
 * left to the policy: no one can be asked in the middle of a redirect. The URL of a hook or of a model's provider is the operator's
 * own word, so the list of hosts that calls may contact does not limit it.
 */
export function hostListsOf(
  { layers }: Pick<Configuration, 'layers'>,
  purpose: string,
  own?: HostLists | undefined,
): HostLists | undefined {
  const sections = layers.flatMap(({ config: { network } }) => network ?? [])
  // Without lists the client need not be made before it is called.
  if (sections.length === 0) return own
  const internal = [
    ...(own?.internalHosts ?? []),
    ...sections.flatMap(({ internal: hosts = [] }) => hosts.flatMap((host) => internalHostsOf(host, purpose))),
  ]
  const denied = sections.flatMap((network) => network.denied ?? [])
  const limits = sections.flatMap(({ allowed, mode }) =>
    allowed === undefined || mode === 'confirm' || purpose === 'hooks' || purpose.startsWith('models.')
      ? []
      : [allowed],
  )
  const limit = [...limits, ...(own?.allowHosts === undefined ? [] : [own.allowHosts])].filter(
    (hosts) => !hosts.includes('*'),
  )
  const [first, ...others] = denied.includes('*') ? [[]] : limit
  return {
    ...own,
    ...(internal.length === 0 ? {} : { internalHosts: internal }),
    denyHosts: [...(own?.denyHosts ?? []), ...denied.filter((host) => host !== '*')],
    ...(first === undefined
      ? {}
      : { allowHosts: first.filter((host) => others.every((hosts) => hosts.includes(host))) }),
  }
}

type InternalHost = NonNullable<NonNullable<DrawbridgeConfig['network']>['internal']>[number]

/** Returns the entries of a client for an internal host, one for each port; none if it is for other purposes. */
function internalHostsOf(entry: InternalHost, purpose: string): readonly string[] {
  if (typeof entry === 'string') return [entry]
  const { host, ports, for: purposes = [purpose] } = entry
  // A room that needs several clients names them `room.part`.
  if (!purposes.some((known) => purpose === known || purpose.startsWith(`${known}.`))) return []
  return ports === undefined ? [host] : ports.map((port) => `${host}:${port}`)
}
