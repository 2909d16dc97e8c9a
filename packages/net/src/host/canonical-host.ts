import { formatIpAddress } from '../address/format-ip-address.ts'
import { parseIpAddress } from '../address/parse-ip-address.ts'

/**
 * The one spelling of a host: lower case, Punycode, canonical address text without brackets, no trailing dot.
 * Undefined for what is not a host alone (a URL, a host with a port, empty labels).
 */
export function canonicalHost(text: string): string | undefined {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  if (bare.includes(':')) {
    const address = parseIpAddress(bare)
    return address && formatIpAddress(address)
  }
  if (bare === '' || /[\s/\\?#@[\]%\p{Cc}]/u.test(bare)) return undefined
  const hostname = URL.parse(`http://${bare}/`)?.hostname.replace(/\.$/, '')
  return hostname === undefined || hasEmptyLabel(hostname) ? undefined : hostname
}

/** Returns true if a host name has an empty label. */
function hasEmptyLabel(hostname: string): boolean {
  return hostname.split('.').includes('')
}
