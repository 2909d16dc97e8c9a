import type { IpAddress } from './ip-address.ts'

/** Reads an IPv6 address without brackets: any abbreviation, a dotted IPv4 tail, a zone identifier after `%`. */
export function parseIpv6(text: string): IpAddress | undefined {
  const [spelling = '', zone] = splitZone(text)
  if (!/^[0-9a-f:.]{2,45}$/i.test(spelling)) return undefined
  const canonical = URL.parse(`http://[${spelling}]/`)?.hostname.slice(1, -1)
  if (canonical === undefined) return undefined
  const [head = '', tail] = canonical.split('::')
  const leading = groups(head)
  const trailing = groups(tail ?? '')
  const zeros = new Array<string>(8 - leading.length - trailing.length).fill('0')
  const hex = [...leading, ...zeros, ...trailing].map((group) => group.padStart(4, '0')).join('')
  return { family: 6, bits: BigInt(`0x${hex}`), ...(zone !== undefined && { zone }) }
}

function splitZone(text: string): [string, string?] {
  const percent = text.indexOf('%')
  return percent < 0 ? [text] : [text.slice(0, percent), text.slice(percent + 1)]
}

function groups(text: string): string[] {
  return text === '' ? [] : text.split(':')
}
