import fc from 'fast-check'
import { formatIpAddress } from '../address/format-ip-address.ts'

/** Every way to write a number as part of an IPv4 address. */
function numberSpelling(number: bigint): fc.Arbitrary<string> {
  const zeros = fc.nat(3).map((count) => '0'.repeat(count))
  return fc.oneof(
    fc.constant(number.toString()),
    zeros.map((more) => `0${more}${number.toString(8)}`),
    zeros.map((more) => `0x${more}${number.toString(16)}`),
    zeros.map((more) => `0X${more}${number.toString(16).toUpperCase()}`),
  )
}

/** Every way to write an IPv4 address: one to four parts, each in any base, with or without a trailing dot. */
export function ipv4Spelling(bits: bigint): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: 3 }).chain((leading) => {
    const bytes = Array.from({ length: leading }, (_, index) => (bits >> BigInt(24 - 8 * index)) & 0xffn)
    const rest = bits & ((1n << BigInt(32 - 8 * leading)) - 1n)
    const parts = fc.tuple(...[...bytes, rest].map(numberSpelling))
    return fc.tuple(parts, fc.constantFrom('', '.')).map(([written, dot]) => `${written.join('.')}${dot}`)
  })
}

/** Ways to write an IPv6 address: abbreviated or not, with leading zeros or not, either case, a dotted tail. */
export function ipv6Spelling(bits: bigint): fc.Arbitrary<string> {
  const groups = Array.from({ length: 8 }, (_, index) => (bits >> BigInt(112 - 16 * index)) & 0xffffn)
  const full = groups.map((group) => group.toString(16))
  const padded = full.map((group) => group.padStart(4, '0')).join(':')
  const dotted = `${full.slice(0, 6).join(':')}:${formatIpAddress({ family: 4, bits: bits & 0xffffffffn })}`
  const compressed = formatIpAddress({ family: 6, bits })
  return fc.constantFrom(full.join(':'), padded, padded.toUpperCase(), dotted, compressed)
}

/** Forms in which IPv6 carries an IPv4 address, the inner one as private as the outer. */
export const ipv6CarrierForms: readonly (readonly [name: string, wrap: (bits: bigint) => bigint])[] = [
  ['mapped', (bits) => 0xffff00000000n | bits],
  ['compatible', (bits) => bits],
  ['translated', (bits) => 0xffff000000000000n | bits],
  ['NAT64', (bits) => (0x64ff9bn << 96n) | bits],
  ['local NAT64', (bits) => (0x64ff9b0001n << 80n) | bits],
  ['6to4', (bits) => (0x2002n << 112n) | (bits << 80n) | 1n],
  ['Teredo server', (bits) => (0x20010000n << 96n) | (bits << 64n)],
  ['Teredo client', (bits) => (0x20010000n << 96n) | (0x08080808n << 64n) | (bits ^ 0xffffffffn)],
  ['ISATAP', (bits) => (0x2a00145040010000n << 64n) | (0x5efen << 32n) | bits],
  ['ISATAP, universal', (bits) => (0x2a00145040010000n << 64n) | (0x02005efen << 32n) | bits],
]
