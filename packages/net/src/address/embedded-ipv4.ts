import type { IpAddress } from './ip-address.ts'
import { type IpPrefix, parsePrefix, prefixContains } from './ip-prefix.ts'

/** An IPv4 address carried inside an IPv6 one, and the scheme that puts it there. */
export interface EmbeddedIpv4 {
  readonly form: 'compatible' | 'mapped' | 'translated' | 'nat64' | 'nat64-local' | '6to4' | 'teredo' | 'isatap'
  readonly address: IpAddress
}

interface Carrier {
  readonly form: EmbeddedIpv4['form']
  readonly prefix: IpPrefix
  /** The distance from the lowest bit to the end of the IPv4 address, in bits. */
  readonly shift: bigint
  /** Teredo writes the client's address inverted (RFC 4380 §4). */
  readonly inverted?: boolean
}

const carriers: readonly Carrier[] = [
  { form: 'compatible', prefix: parsePrefix('::/96'), shift: 0n },
  { form: 'mapped', prefix: parsePrefix('::ffff:0:0/96'), shift: 0n },
  { form: 'translated', prefix: parsePrefix('::ffff:0:0:0/96'), shift: 0n },
  { form: 'nat64', prefix: parsePrefix('64:ff9b::/96'), shift: 0n },
  { form: 'nat64-local', prefix: parsePrefix('64:ff9b:1::/48'), shift: 0n },
  { form: '6to4', prefix: parsePrefix('2002::/16'), shift: 80n },
  { form: 'teredo', prefix: parsePrefix('2001::/32'), shift: 64n },
  { form: 'teredo', prefix: parsePrefix('2001::/32'), shift: 0n, inverted: true },
]

/** Every IPv4 address that the IPv6 address carries; ISATAP (RFC 5214 §6.1) may carry one below any prefix. */
export function embeddedIpv4(address: IpAddress): readonly EmbeddedIpv4[] {
  if (address.family === 4) return []
  const carried = carriers
    .filter((carrier) => prefixContains(carrier.prefix, address))
    .map((carrier) => embedded(carrier.form, address.bits >> carrier.shift, carrier.inverted))
  const marker = (address.bits >> 32n) & 0xfdffffffn
  return marker === 0x5efen ? [...carried, embedded('isatap', address.bits)] : carried
}

function embedded(form: EmbeddedIpv4['form'], bits: bigint, inverted = false): EmbeddedIpv4 {
  const low = bits & 0xffffffffn
  return { form, address: { family: 4, bits: inverted ? low ^ 0xffffffffn : low } }
}
