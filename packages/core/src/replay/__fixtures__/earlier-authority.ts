import type { Authority } from '../../policy/authority.ts'
import type { Decision } from '../../policy/decision.ts'

/** What decided when the earlier records were made: the same whatever becomes of the built-in policy. */
export const earlierAuthority: Authority = {
  decide: ({ targets, permission }): Decision => {
    if (targets.some((target) => target.kind === 'path' && target.declared === 'forbidden'))
      return { verdict: 'deny', rule: 'forbidden', source: 'test', reason: 'It is forbidden.', steps: [] }
    if (permission === 'readonly')
      return { verdict: 'allow', rule: 'open', source: 'test', reason: 'It reads.', steps: [] }
    const reason = 'It writes.'
    const step = { step: 'writes', verdict: 'ask', because: reason, source: 'built-in' } as const
    return { verdict: 'ask', rule: 'writes', source: 'built-in', reason, steps: [step] }
  },
}
