import { type HostPolicy, matchesAnyHost } from '../host/host-policy.ts'
import { readUrl } from '../url/read-url.ts'
import { judgeAddresses } from './judge-addresses.ts'
import { judgeHost } from './judge-host.ts'
import type { Judgement } from './judgement.ts'

export interface JudgeOptions {
  readonly policy: HostPolicy
  /** What the host resolves to. Absent: a name is judged by its spelling alone. Ignored for an address in the URL. */
  readonly addresses?: readonly string[] | undefined
  /** What a relative reference (a `Location` value) is relative to. */
  readonly base?: string | undefined
}

/** Judges one URL: its text, scheme and port, its host, then every address. Pure; never throws, whatever the text. */
export function judgeUrl(raw: string, { policy, addresses, base }: JudgeOptions): Judgement {
  const target = readUrl(raw, base)
  if (target.verdict === 'block') return target
  const refusal = judgeHost(target, policy)
  if (refusal !== undefined) return refusal
  const answers = target.literal ? [target.hostname] : addresses
  if (answers === undefined) {
    return { verdict: 'allow', reason: 'The name may be public; its addresses are not known.', target, addresses: [] }
  }
  const internal = matchesAnyHost(policy.internal, target.hostname)
  const vetted = judgeAddresses(target.hostname, answers, { internal })
  if ('verdict' in vetted) return vetted
  const reason = internal ? 'The operator allows this internal host.' : 'Every address is public.'
  const [dial] = vetted
  return { verdict: 'allow', reason, target, addresses: vetted, ...(dial !== undefined && { dial }) }
}
