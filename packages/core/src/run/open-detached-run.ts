import type { ApprovalDecision } from '../approval/approval-request.ts'
import type { PendingCall, PendingReceipt } from '../approval/pending-receipt.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { callDetached } from '../pipeline/entries/call-tool.ts'
import { explainCall } from '../pipeline/entries/explain-call.ts'
import { resumeCall } from '../pipeline/entries/resume-call.ts'
import { createRunContext } from './create-run-context.ts'
import type { Run } from './open-run.ts'
import type { RunOptions } from './run-options.ts'

/** A run whose calls never wait for a person: those that need approval come out as receipts, and `resume` ends them. */
export interface DetachedRun
  extends Pick<Run, 'snapshot' | 'principal' | 'events' | 'signal' | 'explain' | 'abort' | 'end'> {
  /** Resolves to the call's one outcome, or to the receipt under which it waits. Never rejects. */
  call(raw: unknown): Promise<Outcome | PendingCall>
  /**
   * Ends a call by the answer to its request, in this process or another with the same tools, workspace and policy. The
   * call must be the approved one in every respect, and made for the same user and agent in the same place. Redeeming
   * the same receipt twice gives the same outcome. Throws `invalid_option` if the answer is not one of those offered.
   * @param approver Recorded as the approver. Default `resume`.
   */
  resume(receipt: PendingReceipt, decision: ApprovalDecision, approver?: string): Promise<Outcome>
}

/** Opens a run whose calls return receipts instead of waiting for approval. */
export function openDetachedRun(options: RunOptions): DetachedRun {
  const context = createRunContext(options, 'detached')
  return {
    snapshot: context.snapshot,
    principal: context.principal,
    events: context.events,
    signal: context.signal,
    call: (raw) => callDetached(raw, context),
    resume: (receipt, decision, approver = 'resume') => resumeCall({ receipt, decision, approver }, context),
    explain: (raw) => explainCall(raw, context),
    abort: context.abortRun,
    end: context.endRun,
  }
}
