import { grantDecision } from '../grant/grant-decision.ts'
import { isGrantableQuestion } from '../grant/is-grantable-question.ts'
import type { Authority, CallFacts } from '../policy/authority.ts'
import type { Decision } from '../policy/decision.ts'
import type { ScreenedCall, TargetedCall } from './call.ts'
import { callFacts } from './call-facts.ts'
import type { RunContext } from './run-context.ts'

/**
 * The verdict on a call, before anybody is asked: what `explain` shows is what `decide` acts on. What the policy asks, a grant
 * may answer; what a hook asks, only a person.
 */
export function verdictOn(
  call: TargetedCall & Partial<ScreenedCall>,
  { authority, principal, grants }: Pick<RunContext, 'authority' | 'principal' | 'grants'>,
): Decision | Promise<Decision> {
  const facts = callFacts(call, principal)
  const decision = judge(call, facts, { authority, principal })
  const [opinion] = call.hookOpinions ?? noOpinions
  if (decision.verdict === 'deny') return decision
  if (opinion !== undefined) return askedByHook(decision, opinion)
  return isGrantableQuestion(decision) ? answeredByGrant(decision, facts, grants) : decision
}

/** If a call came under another tool's name, both are judged, and the stricter verdict applies. */
export function judge(
  call: TargetedCall,
  facts: CallFacts,
  { authority, principal }: Pick<RunContext, 'principal'> & { readonly authority: Pick<Authority, 'decide'> },
): Decision {
  const own = authority.decide(facts)
  if (call.askedAs === undefined) return own
  const { askedAs, ...called } = call
  const asked = authority.decide(callFacts({ ...called, ...askedAs }, principal))
  const [strict, mild] = strictness[asked.verdict] > strictness[own.verdict] ? [asked, own] : [own, asked]
  return { ...strict, steps: [...strict.steps, ...mild.steps] }
}

const strictness = { allow: 0, ask: 1, deny: 2 } as const

const noOpinions: NonNullable<ScreenedCall['hookOpinions']> = []

function askedByHook(decision: Decision, { hook, reason }: (typeof noOpinions)[number]): Decision {
  const because = `The hook "${hook}" wants a person to decide: ${reason}`
  const step = { step: `hook.${hook}`, verdict: 'ask', because, source: 'hook' } as const
  const steps = [...decision.steps, step]
  // An approval of the call is for running it without containment.
  const { contained: _, ...asked } = decision
  if (decision.verdict === 'ask') return { ...decision, reason: `${decision.reason} ${because}`, steps }
  return { ...asked, verdict: 'ask', rule: 'hook', source: 'hook', reason: because, steps }
}

async function answeredByGrant(decision: Decision, facts: CallFacts, grants: RunContext['grants']): Promise<Decision> {
  const grant = await grants.find(facts)
  return grant === undefined ? decision : grantDecision(grant, decision)
}
