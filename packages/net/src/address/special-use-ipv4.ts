import { type AddressRow, addressBlocks } from './address-block.ts'

/**
 * The IANA IPv4 Special-Purpose Address Registry with the multicast space. Blocks that the registry calls globally
 * reachable (AS112, AMT) are in it too: none of them holds a page.
 */
export const specialUseIpv4Rows: readonly AddressRow[] = [
  ['0.0.0.0/8', 'this host on this network', 'RFC 791'],
  ['10.0.0.0/8', 'private use', 'RFC 1918'],
  ['100.64.0.0/10', 'shared address space of carriers', 'RFC 6598'],
  ['127.0.0.0/8', 'loopback', 'RFC 1122'],
  ['169.254.0.0/16', 'link-local', 'RFC 3927'],
  ['172.16.0.0/12', 'private use', 'RFC 1918'],
  ['192.0.0.0/24', 'IETF protocol assignments', 'RFC 6890'],
  ['192.0.2.0/24', 'documentation', 'RFC 5737'],
  ['192.31.196.0/24', 'AS112 service', 'RFC 7535'],
  ['192.52.193.0/24', 'automatic multicast tunnelling', 'RFC 7450'],
  ['192.88.99.0/24', 'former 6to4 relay anycast', 'RFC 7526'],
  ['192.168.0.0/16', 'private use', 'RFC 1918'],
  ['192.175.48.0/24', 'AS112 direct delegation', 'RFC 7534'],
  ['198.18.0.0/15', 'benchmarking', 'RFC 2544'],
  ['198.51.100.0/24', 'documentation', 'RFC 5737'],
  ['203.0.113.0/24', 'documentation', 'RFC 5737'],
  ['224.0.0.0/4', 'multicast', 'RFC 5771'],
  ['255.255.255.255/32', 'limited broadcast', 'RFC 919'],
  ['240.0.0.0/4', 'reserved', 'RFC 1112'],
]

export const specialUseIpv4 = addressBlocks(specialUseIpv4Rows)
