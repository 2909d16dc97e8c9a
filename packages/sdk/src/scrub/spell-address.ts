import { formatIpAddress, type IpAddress } from '@drawbridge/net'

/** An address as logs, URLs, host names and resolvers write it. */
export function spellAddress(address: IpAddress): readonly string[] {
  const { family, bits } = address
  const spellings = family === 4 ? spellIpv4(bits) : spellIpv6(bits, formatIpAddress({ family, bits }))
  return [...new Set(spellings.flatMap((text) => [text, text.toUpperCase()]))]
}

function spellIpv4(bits: bigint): readonly string[] {
  const bytes = [24n, 16n, 8n, 0n].map((shift) => String((bits >> shift) & 0xffn))
  const hex = bits.toString(16)
  const mapped = [bits >> 16n, bits & 0xffffn].map((group) => group.toString(16)).join(':')
  return [
    bytes.join('.'),
    bytes.map((byte) => byte.padStart(3, '0')).join('.'),
    bytes.join('-'),
    `${bytes.toReversed().join('.')}.in-addr.arpa`,
    `::ffff:${mapped}`,
    `0:0:0:0:0:ffff:${mapped}`,
    String(bits),
    `0x${hex.padStart(8, '0')}`,
    `0x${hex}`,
  ]
}

function spellIpv6(bits: bigint, short: string): readonly string[] {
  const digits = bits.toString(16).padStart(32, '0')
  const groups = digits.match(/.{4}/g) ?? []
  const whole = groups.map((group) => group.replace(/^0{1,3}/, '')).join(':')
  return [
    ...[short, whole, groups.join(':')].flatMap((text) => [text, text.replaceAll(':', '-')]),
    digits,
    `${[...digits].toReversed().join('.')}.ip6.arpa`,
  ]
}
