import { describeGrant } from '../grant/describe-grant.ts'
import type { Grant } from '../grant/grant.ts'
import { isGrantableQuestion } from '../grant/is-grantable-question.ts'
import type { CallFacts } from '../policy/authority.ts'
import type { Decision } from '../policy/decision.ts'
import type { ScreenedCall, TargetedCall } from './call.ts'
import { callFacts } from './call-facts.ts'
import type { RunContext } from './run-context.ts'

/**
 * The verdict on a call, before anybody is asked: what `explain` shows is what `authorize` acts on. What the policy asks, a grant
 * may answer; what a hook asks, only a person.
 */
export function decide(
  call: TargetedCall & Partial<ScreenedCall>,
  { authority, principal, grants }: Pick<RunContext, 'authority' | 'principal' | 'grants'>,
): Decision | Promise<Decision> {
  const facts = callFacts(call, principal)
  const decision = authority.decide(facts)
  const [opinion] = call.hookOpinions ?? noOpinions
  if (decision.verdict === 'deny') return decision
  if (opinion !== undefined) return askedByHook(decision, opinion)
  return isGrantableQuestion(decision) ? answeredByGrant(decision, facts, grants) : decision
}

const noOpinions: NonNullable<ScreenedCall['hookOpinions']> = []

function askedByHook(decision: Decision, { hook, reason }: (typeof noOpinions)[number]): Decision {
  const because = `The hook "${hook}" wants a person to decide: ${reason}`
  const step = { step: `hook.${hook}`, verdict: 'ask', because, source: 'hook' } as const
  const steps = [...decision.steps, step]
  if (decision.verdict === 'ask') return { ...decision, reason: `${decision.reason} ${because}`, steps }
  return { ...decision, verdict: 'ask', rule: 'hook', source: 'hook', reason: because, steps }
}

async function answeredByGrant(decision: Decision, facts: CallFacts, grants: RunContext['grants']): Promise<Decision> {
  const grant = await grants.find(facts)
  return grant === undefined ? decision : allowedBy(grant, decision)
}

function allowedBy(grant: Grant, { steps }: Decision): Decision {
  const lifetime = grant.owner.session === undefined ? 'always' : 'session'
  const source = `granted by ${grant.grantedBy}`
  const reason = `A grant covers it: ${describeGrant(grant, lifetime)}.`
  return {
    verdict: 'allow',
    rule: grant.id,
    source,
    reason,
    steps: [...steps, { step: grant.id, verdict: 'allow', because: reason, source }],
  }
}
