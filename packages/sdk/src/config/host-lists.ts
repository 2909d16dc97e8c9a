import type { HostLists } from '@drawbridge/net'
import type { Configuration } from './configuration.ts'

/**
 * Returns the configured hosts for the outgoing client, so that they also apply to every redirect. Hosts that ask are
 * left to the policy: no one can be asked in the middle of a redirect.
 */
export function hostListsOf(
  { layers }: Pick<Configuration, 'layers'>,
  own?: HostLists | undefined,
): HostLists | undefined {
  const sections = layers.flatMap(({ config: { network } }) => network ?? [])
  // Without lists the client need not be made before it is called.
  if (sections.length === 0) return own
  const internal = [...(own?.internalHosts ?? []), ...sections.flatMap((network) => network.internal ?? [])]
  const denied = sections.flatMap((network) => network.denied ?? [])
  const limits = sections.flatMap(({ allowed, mode }) => (allowed === undefined || mode === 'confirm' ? [] : [allowed]))
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
