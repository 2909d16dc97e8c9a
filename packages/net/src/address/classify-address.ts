import { type AddressBlock, findBlock } from './address-block.ts'
import { embeddedIpv4 } from './embedded-ipv4.ts'
import { formatIpAddress } from './format-ip-address.ts'
import type { IpAddress } from './ip-address.ts'
import { metadataAddresses } from './metadata-addresses.ts'
import { specialUseIpv4 } from './special-use-ipv4.ts'
import { specialUseIpv6 } from './special-use-ipv6.ts'

/** The class of an address; `description` names its use and source. */
export type AddressClass =
  | { readonly kind: 'public' }
  | { readonly kind: 'special'; readonly description: string }
  | { readonly kind: 'metadata'; readonly description: string }

/**
 * Tells public addresses from special-use and cloud metadata ones, looking through every form in which IPv6 carries
 * IPv4. NAT64's well-known prefix (RFC 6052) is as public as the address it carries, so that IPv6-only networks work.
 */
export function classifyAddress(address: IpAddress): AddressClass {
  const carried = embeddedIpv4(address)
  for (const { address: candidate } of [{ address }, ...carried]) {
    const block = findBlock(metadataAddresses, candidate)
    if (block !== undefined) return { kind: 'metadata', description: describe(block) }
  }
  const nat64 = carried.find(({ form }) => form === 'nat64')
  const block = nat64 === undefined ? findSpecialUse(address) : undefined
  if (block !== undefined) return { kind: 'special', description: describe(block) }
  for (const { form, address: inner } of carried) {
    const hidden = findSpecialUse(inner)
    if (hidden === undefined) continue
    return { kind: 'special', description: `${form} form of ${formatIpAddress(inner)}, ${describe(hidden)}` }
  }
  return { kind: 'public' }
}

function findSpecialUse(address: IpAddress): AddressBlock | undefined {
  return findBlock(address.family === 4 ? specialUseIpv4 : specialUseIpv6, address)
}

function describe({ name, cidr, source }: AddressBlock): string {
  return `${name} (${cidr}, ${source})`
}
