import { canonicalHost } from '../host/canonical-host.ts'
import { HostPatternError } from '../host/host-pattern-error.ts'
import { createHostPolicy, type HostPolicy } from '../host/host-policy.ts'
import { judgeChain } from './judge-chain.ts'
import { type NetCheck, readNetCheck } from './read-net-check.ts'

/** One answer of `net check`: a verdict, or what is wrong with the line. */
export type NetCheckAnswer =
  | { readonly url: string; readonly verdict: 'allow' | 'block'; readonly reason: string; readonly dial?: string }
  | { readonly error: string }

/**
 * Answers one line of `drawbridge net check --jsonl`: a URL as a JSON string, or an object with `url` and the world to
 * judge it in. `dial` is the address that `url` itself would be dialled at. Nothing is resolved or dialled.
 */
export function netCheckLine(line: string): NetCheckAnswer {
  const check = readNetCheck(line)
  if (typeof check === 'string') return { error: check }
  const policy = readPolicy(check)
  if (typeof policy === 'string') return { error: policy }
  const judgement = judgeChain(check.url, { policy, locations: check.redirects ?? [], addressesOf: resolverOf(check) })
  const { verdict, reason } = judgement
  const dial = judgement.verdict === 'allow' ? judgement.hops[0]?.dial : undefined
  return { url: check.url, verdict, reason, ...(dial !== undefined && { dial }) }
}

function readPolicy(check: NetCheck): HostPolicy | string {
  try {
    return createHostPolicy(check)
  } catch (error) {
    if (HostPatternError.isInstance(error)) return error.message
    throw error
  }
}

function resolverOf({ url, dns, dnsFor }: NetCheck): (hostname: string) => readonly string[] | undefined {
  const known = new Map(Object.entries(dnsFor ?? {}).map(([host, answers]) => [canonicalHost(host) ?? host, answers]))
  const first = canonicalHost(URL.parse(url)?.hostname ?? '')
  if (first !== undefined && dns !== undefined) known.set(first, dns)
  return (hostname) => known.get(hostname)
}
