import type { ApprovalRequest } from '../approval/approval-request.ts'
import { matchesCall } from '../hook/hook-matcher.ts'
import { runGatingHook } from '../hook/run-hook.ts'
import { failure } from '../outcome/failure.ts'
import type { DecidedCall } from './call.ts'
import { callFacts } from './call-facts.ts'
import { hookLimits } from './hook-limits.ts'
import { noteHookAnswer } from './note-hook-answer.ts'
import type { RunContext } from './run-context.ts'
import { type Stop, stop } from './stage.ts'

/**
 * Runs the PermissionRequest hooks in order: the first denial ends the call without a question. None of them can
 * approve on behalf of a person.
 */
export async function gatePermissionRequest(
  call: DecidedCall,
  request: ApprovalRequest,
  context: RunContext,
): Promise<Stop | undefined> {
  const hooks = context.hooks.permissionRequest
  if (hooks.length === 0) return undefined
  const facts = callFacts(call, context.principal)
  const limits = hookLimits(context, { spentMs: 0 })
  for (const hook of hooks) {
    if (!matchesCall(hook.matcher, facts)) continue
    const answer = await runGatingHook((signal) => hook.run(facts, request, signal), limits(hook))
    if (answer.verdict !== 'deny' && answer.verdict !== 'rewrite') continue
    const reason = answer.verdict === 'deny' ? answer.reason : 'it rewrote the input of a question'
    const answered = { hook: hook.name, event: 'PermissionRequest', toolCallId: call.toolCallId } as const
    noteHookAnswer(answered, { verdict: 'deny', reason }, context)
    return stop(
      'denied',
      failure('denied_by_hook', `The hook "${hook.name}" refused the call: ${reason}`),
      call.decision,
    )
  }
  return undefined
}
