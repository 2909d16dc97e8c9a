import ipaddr from 'ipaddr.js'
import isPrivateIp from 'private-ip'
import { type CaseVerdict, firstAnswers, locations, type SsrfCase } from './ssrf-case.ts'

/** Says whether an address is public. */
type PublicAddress = (address: string) => boolean

/** `ipaddr.js`: unwraps IPv4-mapped addresses, then only its range `unicast` is public. */
export const publicByIpaddr: PublicAddress = (address) =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

/** `private-ip`: whatever it does not call private. */
export const publicByPrivateIp: PublicAddress = (address) => isPrivateIp(address) === false

/**
 * The guard that users build around an address library: http and https only, the address in the URL or every answer of the
 * resolver, each of at most five redirects, the host list. If a case gives no answers, names below localhost resolve as they do on
 * any machine, and other names pass.
 */
export function judgeByAddresses(row: SsrfCase, isPublic: PublicAddress): CaseVerdict {
  const hops = [row.url, ...locations(row)]
  if (hops.length > 6) return { verdict: 'block' }
  const first = URL.parse(row.url)
  let base = first
  for (const hop of hops) {
    const url = URL.parse(hop, base?.href)
    if (url === null || !/^https?:$/.test(url.protocol)) return { verdict: 'block' }
    if (row.policy?.allowHosts?.every((allowed) => !matches(url.hostname, allowed)) === true)
      return { verdict: 'block' }
    const answers = url.hostname === first?.hostname ? firstAnswers(row) : row.dnsFor?.[url.hostname]
    const local = /(^|\.)localhost\.?$/.test(url.hostname) ? ['127.0.0.1'] : undefined
    const literal = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = ipaddr.isValid(literal) ? [literal] : (answers ?? local)
    if (addresses?.every(isPublic) === false) return { verdict: 'block' }
    base = url
  }
  return { verdict: 'allow', dial: firstAnswers(row)?.[0] }
}

function matches(hostname: string, allowed: string): boolean {
  return allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : hostname === allowed
}
