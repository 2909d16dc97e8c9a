import type { Decision } from '../policy/decision.ts'
import { describeGrant } from './describe-grant.ts'
import type { Grant } from './grant.ts'

const grantedBy = 'granted by '

/** The decision on a call that the policy asks about and a grant covers. */
export function grantDecision(grant: Grant, { steps }: Decision): Decision {
  const lifetime = grant.owner.session === undefined ? 'always' : 'session'
  const source = `${grantedBy}${grant.grantedBy}`
  const reason = `A grant covers it: ${describeGrant(grant, lifetime)}.`
  return {
    verdict: 'allow',
    rule: grant.id,
    source,
    reason,
    steps: [...steps, { step: grant.id, verdict: 'allow', because: reason, source }],
    grant,
  }
}

/** Returns true if a grant, not the policy, allowed a call. */
export function isGrantDecision({ verdict, source }: Pick<Decision, 'verdict' | 'source'>): boolean {
  return verdict === 'allow' && source.startsWith(grantedBy)
}
