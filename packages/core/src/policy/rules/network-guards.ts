import type { GuardRule } from './guard.ts'

/** The operator's list of forbidden hosts. */
export const deniedHost: GuardRule = (part, _, { network }) => {
  if (part.kind !== 'host' || !network.isDenied(part.host)) return undefined
  return {
    rule: 'network.denied',
    source: network.source,
    verdict: 'deny',
    because: `The host ${part.host} is on the list of denied hosts.`,
    lift: 'never',
  }
}

/** The operator's list of hosts that may be reached, where there is one. */
export const unlistedHost: GuardRule = (part, _, { network }) => {
  if (part.kind !== 'host' || network.isAllowed?.(part.host) === true) return undefined
  if (network.confirms) {
    const because = `The host ${part.host} is not on the list of allowed hosts; other hosts ask.`
    return { rule: 'network.confirm', source: network.source, verdict: 'ask', because, lift: 'host' }
  }
  if (network.isAllowed === undefined) return undefined
  const because = `The host ${part.host} is not on the list of allowed hosts.`
  return { rule: 'network.allowed', source: network.source, verdict: 'deny', because, lift: 'never' }
}
