import { parseIpAddress } from '../address/parse-ip-address.ts'
import { canonicalHost } from './canonical-host.ts'

/** A host as operators write it: one host exactly, or every host below a domain (not the domain itself). */
export type HostPattern =
  | { readonly type: 'exact'; readonly host: string }
  | { readonly type: 'below'; readonly domain: string }

/** Reads `example.com`, `10.0.0.7`, `[fd00::7]` or `*.example.com`; undefined for anything else. */
export function parseHostPattern(text: string): HostPattern | undefined {
  if (!text.startsWith('*.')) {
    const host = canonicalHost(text)
    return host === undefined || host.includes('*') ? undefined : { type: 'exact', host }
  }
  const domain = canonicalHost(text.slice(2))
  if (domain === undefined || domain.includes('*') || parseIpAddress(domain) !== undefined) return undefined
  return { type: 'below', domain }
}

/** Returns true if a canonical host matches. */
export function matchesHostPattern(pattern: HostPattern, hostname: string): boolean {
  switch (pattern.type) {
    case 'exact':
      return hostname === pattern.host
    case 'below':
      return hostname.endsWith(`.${pattern.domain}`)
    default:
      return pattern satisfies never
  }
}
