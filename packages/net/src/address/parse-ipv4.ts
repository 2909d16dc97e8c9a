import type { IpAddress } from './ip-address.ts'

/**
 * Reads an IPv4 address in every spelling that the WHATWG URL parser and `inet_aton` take: one to four parts, each
 * decimal, octal (`0177`) or hexadecimal (`0x7f`), the last one filling the remaining bytes; one trailing dot.
 */
export function parseIpv4(text: string): IpAddress | undefined {
  const parts = text.replace(/\.$/, '').split('.')
  if (parts.length > 4) return undefined
  const numbers = parts.map(parsePart)
  const last = numbers.pop()
  if (last === undefined || last >= 256n ** BigInt(4 - numbers.length)) return undefined
  let bits = last
  for (const [index, number] of numbers.entries()) {
    if (number === undefined || number > 255n) return undefined
    bits += number << BigInt(24 - 8 * index)
  }
  return { family: 4, bits }
}

function parsePart(text: string): bigint | undefined {
  if (/^0x$/i.test(text)) return 0n
  if (/^0x[0-9a-f]+$/i.test(text)) return BigInt(text.toLowerCase())
  if (/^0[0-7]+$/.test(text)) return BigInt(`0o${text.slice(1)}`)
  return /^(0|[1-9][0-9]*)$/.test(text) ? BigInt(text) : undefined
}
