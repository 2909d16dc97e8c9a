import { addressWidth, type IpAddress } from './ip-address.ts'
import { parseIpv4 } from './parse-ipv4.ts'
import { parseIpv6 } from './parse-ipv6.ts'

/** A block of addresses that share their first `length` bits. */
export interface IpPrefix {
  readonly family: IpAddress['family']
  readonly length: number
  /** The shared bits alone, shifted down. */
  readonly head: bigint
}

/** The block around an address. */
export function ipPrefix(family: IpAddress['family'], bits: bigint, length: number): IpPrefix {
  return { family, length, head: bits >> BigInt(addressWidth(family) - length) }
}

/** Reads CIDR notation from this package's own tables; a malformed one is a mistake in the table and throws. */
export function parsePrefix(cidr: string): IpPrefix {
  const [text = '', length = ''] = cidr.split('/')
  const address = text.includes(':') ? parseIpv6(text) : parseIpv4(text)
  if (address === undefined || !/^\d{1,3}$/.test(length) || Number(length) > addressWidth(address.family)) {
    throw new TypeError(`"${cidr}" is not CIDR notation, such as 10.0.0.0/8.`)
  }
  return ipPrefix(address.family, address.bits, Number(length))
}

/** Returns true if the block contains the address. */
export function prefixContains(prefix: IpPrefix, address: IpAddress): boolean {
  return (
    prefix.family === address.family &&
    address.bits >> BigInt(addressWidth(address.family) - prefix.length) === prefix.head
  )
}
