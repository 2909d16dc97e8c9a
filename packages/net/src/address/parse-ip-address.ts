import type { IpAddress } from './ip-address.ts'
import { ipPrefix, prefixContains } from './ip-prefix.ts'
import { parseIpv4 } from './parse-ipv4.ts'
import { parseIpv6 } from './parse-ipv6.ts'

const mapped = ipPrefix(6, 0xffff00000000n, 96)

/**
 * Reads an address of either family. An IPv4-mapped one (`::ffff:a.b.c.d`, RFC 4291 §2.5.5.2) is the IPv4 address
 * it carries: the system dials exactly that.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (!text.includes(':')) return parseIpv4(text)
  const address = parseIpv6(text)
  if (address === undefined || address.zone !== undefined || !prefixContains(mapped, address)) return address
  return { family: 4, bits: address.bits & 0xffffffffn }
}
