import type { GuardedClient } from '@drawbridge/net'
import type { House } from '@drawbridge/room'
import type { ProviderPlan } from './plan-models.ts'

/**
 * Returns the guarded client of a provider, which reaches the host of its address alone. An address that the operator set may be
 * internal, at its port only. From now on the provider's key is removed from everything that leaves.
 */
export function providerClient(
  house: Pick<House, 'client' | 'hide'>,
  { name, url, own, key }: ProviderPlan,
): Promise<GuardedClient> {
  if (key !== undefined) house.hide(key)
  const { protocol, hostname, port } = new URL(url)
  const internal = `${hostname}:${port === '' ? (protocol === 'https:' ? '443' : '80') : port}`
  return house.client(`models.${name}`, { allowHosts: [hostname], ...(own ? {} : { internalHosts: [internal] }) })
}
