import { type HostPolicy, matchesAnyHost } from '../host/host-policy.ts'
import { isInternal } from '../host/internal-host.ts'
import { isMetadataName, localNameReason } from '../host/local-name.ts'
import { quote, type Refusal, refuse } from '../refusal.ts'
import { readUrl, type UrlTarget } from '../url/read-url.ts'
import { judgeAddresses } from './judge-addresses.ts'
import type { UrlJudgement } from './judgement.ts'

/** The options of `judgeUrl`. */
export interface UrlJudgeOptions {
  readonly policy: HostPolicy
  /**
   * The addresses of the host. If absent, a name is judged only by its spelling. Ignored if the URL contains an
   * address.
   */
  readonly addresses?: readonly string[] | undefined
  /** The base of a relative reference (a `Location` value). */
  readonly base?: string | undefined
}

/** Judges one URL: its text, scheme and port, its host, then every address. Pure; never throws, whatever the text. */
export function judgeUrl(raw: string, { policy, addresses, base }: UrlJudgeOptions): UrlJudgement {
  const target = readUrl(raw, base)
  if (target.verdict === 'block') return target
  const refusal = judgeHost(target, policy)
  if (refusal !== undefined) return refusal
  const answers = target.literal ? [target.hostname] : addresses
  if (answers === undefined) {
    return { verdict: 'allow', reason: 'The name may be public; its addresses are unknown.', target, addresses: [] }
  }
  const internal = isInternal(policy.internal, target)
  const vetted = judgeAddresses(target.hostname, answers, { internal })
  if ('verdict' in vetted) return vetted
  const reason = internal ? 'The operator allows this internal host.' : 'Every address is public.'
  const [dial] = vetted
  return { verdict: 'allow', reason, target, addresses: vetted, ...(dial !== undefined && { dial }) }
}

/** Judges the host by its spelling and the operator's lists alone. */
function judgeHost(target: UrlTarget, policy: HostPolicy): Refusal | undefined {
  const { hostname, literal } = target
  const shown = quote(hostname)
  if (isMetadataName(hostname)) return refuse('metadata_host', `${shown} serves a cloud's instance metadata.`)
  if (matchesAnyHost(policy.deny, hostname)) return refuse('denied_host', `${shown} is on the list of denied hosts.`)
  if (policy.allow !== undefined && !matchesAnyHost(policy.allow, hostname)) {
    return refuse('host_not_allowed', `${shown} is not on the list of allowed hosts.`)
  }
  if (literal || isInternal(policy.internal, target)) return undefined
  const local = localNameReason(hostname)
  if (local === undefined) return undefined
  return refuse('local_name', `${shown}: ${local}. The operator can allow it in network.internal.`)
}
