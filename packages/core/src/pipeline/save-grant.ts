import type { ApprovalAnswer } from '../approval/approval-request.ts'
import { errorMessage } from '../error/error-message.ts'
import type { GrantProposal } from '../grant/grant.ts'
import { isGrantableQuestion } from '../grant/is-grantable-question.ts'
import { proposeGrant } from '../grant/propose-grant.ts'
import type { DecidedCall, TargetedCall } from './call.ts'
import { callFacts } from './call-facts.ts'
import type { RunContext } from './run-context.ts'

/** What a yes beyond this call would save; undefined where only this call can be allowed. */
export function grantProposal(
  call: TargetedCall & Pick<DecidedCall, 'decision' | 'hookOpinions'>,
  { principal }: Pick<RunContext, 'principal'>,
): GrantProposal | undefined {
  if (call.hookOpinions !== undefined || !isGrantableQuestion(call.decision)) return undefined
  const proposed = proposeGrant(callFacts(call, principal))
  return proposed.grantable ? proposed.proposal : undefined
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
  const proposal = grantProposal(call, context)
  if (proposal === undefined) return
  const facts = callFacts(call, context.principal)
  const lifetime = answer === 'allow_always' ? 'always' : 'session'
  const { toolCallId } = call
  try {
    const grant = await context.grants.add(proposal, { facts, lifetime, grantedBy: decidedBy })
    await context.events.record({ type: 'permission.granted', toolCallId, grant }, context.principal.run, 'grouped')
  } catch (error) {
    const message = `The grant could not be kept: ${errorMessage(error)}`
    context.events.announce(
      { type: 'permission.failed', toolCallId, requestId, code: 'store_unavailable', message },
      context.principal.run,
    )
  }
}
