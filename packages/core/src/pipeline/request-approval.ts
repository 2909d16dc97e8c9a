import type { ApprovalRequest, OfferedAnswer } from '../approval/approval-request.ts'
import { describeRequest } from '../approval/describe-request.ts'
import { offeredAnswers } from '../approval/offered-answers.ts'
import type { Scrubber } from '../scrub/index.ts'
import { scrubTargets } from '../target/scrub-targets.ts'
import type { DecidedCall } from './call.ts'
import { callFacts } from './call-facts.ts'
import { environmentOf } from './digest-of-call.ts'
import type { RunContext } from './run-context.ts'
import { grantProposal } from './save-grant.ts'

/** Makes the request that approvers are shown for this call. */
export async function requestApproval(call: DecidedCall, context: RunContext): Promise<ApprovalRequest> {
  const { principal, approval, clock, ids, machine, settings } = context
  const waitMs = approval.mode === 'detached' ? settings.receiptTimeoutMs : settings.approvalTimeoutMs
  const request = describeRequest({
    id: ids.next('approval'),
    toolCallId: call.toolCallId,
    facts: callFacts(call, principal),
    input: call.input,
    decision: call.decision,
    hooks: call.hookOpinions ?? [],
    cwd: machine.workspace,
    environment: environmentOf(call, machine),
    offers: offersFor(call, context),
    expiresAt: clock.now() + waitMs,
    digest: await context.ports.digest(call, context),
  })
  return scrubbedRequest(request, context.scrubber)
}

/** Everything in which the call may be quoted; what identifies the request stays. */
function scrubbedRequest(request: ApprovalRequest, scrubber: Scrubber): ApprovalRequest {
  const { input, cwd, hosts, reason, hooks, offers } = request
  return {
    ...request,
    ...scrubber.scrubValue({ input, cwd, hosts, reason, hooks, offers }).value,
    targets: scrubTargets(request.targets, scrubber),
  }
}

/** The answers on offer for a call that the policy asks about. */
export function offersFor(
  call: Parameters<typeof grantProposal>[0],
  context: Pick<RunContext, 'principal' | 'grants'>,
): readonly OfferedAnswer[] {
  return offeredAnswers({ proposal: grantProposal(call, context), lasting: context.grants.lasting })
}
