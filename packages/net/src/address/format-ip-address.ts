import type { IpAddress } from './ip-address.ts'

/** The canonical text: dotted decimal, or RFC 5952 for IPv6 (with its zone, without brackets). */
export function formatIpAddress({ family, bits, zone }: IpAddress): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join('.')
  const groups = Array.from({ length: 8 }, (_, index) => (bits >> BigInt(112 - 16 * index)) & 0xffffn)
  const written = groups.map((group) => group.toString(16)).join(':')
  const compressed = new URL(`http://[${written}]/`).hostname.slice(1, -1)
  return zone === undefined ? compressed : `${compressed}%${zone}`
}
