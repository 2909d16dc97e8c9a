import type { ApprovalAnswer } from '../approval/approval-request.ts'
import { partsOf } from '../approval/parts-of.ts'
import { errorMessage } from '../error/error-message.ts'
import { isGrantableQuestion } from '../grant/is-grantable-question.ts'
import { type Proposal, proposeGrant } from '../grant/propose-grant.ts'
import type { DecidedCall, TargetedCall } from './call.ts'
import { callFacts } from './call-facts.ts'
import type { RunContext } from './run-context.ts'

/** Returns the grant that an approval beyond this call would save, or the reason why only this call can be allowed. */
export function grantProposal(
  call: TargetedCall & Pick<DecidedCall, 'decision' | 'hookOpinions'>,
  { principal }: Pick<RunContext, 'principal'>,
): Proposal {
  if (call.hookOpinions !== undefined) return { grantable: false, why: 'a hook requires a person to decide' }
  if (!isGrantableQuestion(call.decision)) return { grantable: false, why: 'a rule of the operator asks every time' }
  const facts = callFacts(call, principal)
  const proposed = proposeGrant(facts)
  const isWhole = !proposed.grantable || partsOf(facts.targets).complete
  return isWhole ? proposed : { grantable: false, why: 'its effects cannot be shown in full' }
}

export interface GivenAnswer {
  readonly requestId: string
  readonly answer: ApprovalAnswer
  /** The approver's id. */
  readonly approver: string
  /** The person behind it, where it says. */
  readonly decidedBy?: string
}

/** Saves what the answer says beyond this one call. Where it cannot be kept, the answer counts for this call. */
export async function saveGrant(
  call: DecidedCall,
  { requestId, answer, approver, decidedBy = approver }: GivenAnswer,
  context: RunContext,
): Promise<void> {
  if (answer !== 'allow_for_session' && answer !== 'allow_always') return
  const proposed = grantProposal(call, context)
  if (!proposed.grantable) return
  const facts = callFacts(call, context.principal)
  const lifetime = answer === 'allow_always' ? 'always' : 'session'
  const { toolCallId } = call
  try {
    const grant = await context.grants.add(proposed.proposal, { facts, lifetime, grantedBy: decidedBy })
    await context.events.record({ type: 'permission.granted', toolCallId, grant }, context.principal.run, 'grouped')
  } catch (error) {
    const message = `The grant could not be saved: ${errorMessage(error)}`
    context.events.announce(
      { type: 'permission.failed', toolCallId, requestId, code: 'store_unavailable', message },
      context.principal.run,
    )
  }
}
