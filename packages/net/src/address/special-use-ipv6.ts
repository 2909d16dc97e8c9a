import { type AddressRow, addressBlocks } from './address-block.ts'

/**
 * The IANA IPv6 Special-Purpose Address Registry with multicast, the deprecated site-local space and the carriers of
 * IPv4 addresses. The last rows make the rest of the space outside global unicast (2000::/3) special too.
 */
export const specialUseIpv6Rows: readonly AddressRow[] = [
  ['::/128', 'unspecified', 'RFC 4291'],
  ['::1/128', 'loopback', 'RFC 4291'],
  ['::/96', 'IPv4-compatible', 'RFC 4291'],
  ['::ffff:0:0/96', 'IPv4-mapped', 'RFC 4291'],
  ['::ffff:0:0:0/96', 'IPv4-translated', 'RFC 2765'],
  ['64:ff9b:1::/48', 'local-use NAT64', 'RFC 8215'],
  ['100::/64', 'discard only', 'RFC 6666'],
  ['100:0:0:1::/64', 'dummy prefix', 'RFC 9780'],
  ['2001::/32', 'Teredo', 'RFC 4380'],
  ['2001:2::/48', 'benchmarking', 'RFC 5180'],
  ['2001:3::/32', 'automatic multicast tunnelling', 'RFC 7450'],
  ['2001:4:112::/48', 'AS112 service', 'RFC 7535'],
  ['2001:10::/28', 'former ORCHID', 'RFC 4843'],
  ['2001:20::/28', 'ORCHIDv2', 'RFC 7343'],
  ['2001:30::/28', 'drone remote identification', 'RFC 9374'],
  ['2001::/23', 'IETF protocol assignments', 'RFC 2928'],
  ['2001:db8::/32', 'documentation', 'RFC 3849'],
  ['2002::/16', '6to4', 'RFC 7526'],
  ['2620:4f:8000::/48', 'AS112 direct delegation', 'RFC 7534'],
  ['3fff::/20', 'documentation', 'RFC 9637'],
  ['5f00::/16', 'segment routing identifiers', 'RFC 9602'],
  ['fc00::/7', 'unique local', 'RFC 4193'],
  ['fe80::/10', 'link-local', 'RFC 4291'],
  ['fec0::/10', 'former site-local', 'RFC 3879'],
  ['ff00::/8', 'multicast', 'RFC 4291'],
  ['::/3', 'reserved, outside global unicast', 'RFC 4291'],
  ['4000::/2', 'reserved, outside global unicast', 'RFC 4291'],
  ['8000::/1', 'reserved, outside global unicast', 'RFC 4291'],
]

export const specialUseIpv6 = addressBlocks(specialUseIpv6Rows)
