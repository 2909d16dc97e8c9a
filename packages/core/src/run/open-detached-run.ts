import type { ApprovalDecision } from '../approval/approval-request.ts'
import type { PendingCall, PendingReceipt } from '../approval/pending-receipt.ts'
import { assertOptions } from '../base/check-options.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { type DetachedCallOptions, openScope } from '../pipeline/entries/call-in-scope.ts'
import { callDetached } from '../pipeline/entries/call-tool.ts'
import { resumeCall } from '../pipeline/entries/resume-call.ts'
import { hearWords } from '../pipeline/gates/decide.ts'
import type { RunContext } from '../pipeline/run-context.ts'
import type { DetachedTurnOutput, runDetachedTurn, TurnOptions } from '../schedule/run-turn.ts'
import { createRunContext } from './create-run-context.ts'
import { explain, type Run } from './open-run.ts'
import { callOptionsCheck, turnOptionsCheck } from './option-tables.ts'
import type { RunOptions } from './run-options.ts'

/** A run whose calls never wait for a person: those that need approval come out as receipts, and `resume` ends them. */
export interface DetachedRun
  extends Pick<Run, 'snapshot' | 'principal' | 'events' | 'signal' | 'explain' | 'hear' | 'abort' | 'end'> {
  /**
   * Resolves to the call's one outcome, or to the receipt under which it waits. Never rejects. Throws `invalid_option` for unknown
   * options.
   */
  call(raw: unknown, options?: DetachedCallOptions): Promise<Outcome | PendingCall>
  /**
   * Runs the calls of one model turn like that of an attached run, but waits for no approval: a call that needs one comes out as a
   * receipt. Behind a write that waits so, calls that need approval come out as receipts too, and the others end as not started.
   * Reading the result drives it.
   */
  runTurn(calls: readonly unknown[], options?: TurnOptions): AsyncGenerator<DetachedTurnOutput, void>
  /**
   * Ends a call by the answer to its request, in this process or another with the same tools, workspace and policy. The
   * call must be the approved one in every respect, and made for the same user and agent in the same place. Redeeming
   * the same receipt twice gives the same outcome. Throws `invalid_option` if the answer is not one of those offered.
   * @param approver Recorded as the approver. Default `resume`.
   */
  resume(
    receipt: PendingReceipt,
    decision: ApprovalDecision,
    approver?: string,
    options?: DetachedCallOptions,
  ): Promise<Outcome>
}

function inScope<Ended>(
  context: RunContext,
  options: DetachedCallOptions,
  enter: (context: RunContext) => Promise<Ended>,
): Promise<Ended> {
  const scope = openScope(context, options)
  try {
    return enter(scope.context).finally(() => scope[Symbol.dispose]())
  } catch (error) {
    scope[Symbol.dispose]()
    throw error
  }
}

/** Loads what takes turns with the first one: most programs make single calls. */
async function* takeTurn(...options: Parameters<typeof runDetachedTurn>): ReturnType<typeof runDetachedTurn> {
  const { runDetachedTurn } = await import('../schedule/run-turn.ts')
  yield* runDetachedTurn(...options)
}

/** Opens a run whose calls return receipts instead of waiting for approval. */
export function openDetachedRun(options: RunOptions): DetachedRun {
  const context = createRunContext(options, 'detached')
  return {
    snapshot: context.snapshot,
    principal: context.principal,
    events: context.events,
    signal: context.signal,
    call: (raw, options) => {
      if (options === undefined) return callDetached(raw, context)
      assertOptions(callOptionsCheck, options, 'options')
      return inScope(context, options, (scope) => callDetached(raw, scope))
    },
    runTurn: (calls, options) => {
      assertOptions(turnOptionsCheck, options, 'options')
      return takeTurn(calls, context, options)
    },
    resume: (receipt, decision, approver = 'resume', options = {}) => {
      assertOptions(callOptionsCheck, options, 'options')
      return inScope(context, options, (scope) => resumeCall({ receipt, decision, approver }, scope))
    },
    explain: (raw) => explain(raw, context),
    hear: (words) => hearWords(words, context),
    abort: context.abortRun,
    end: context.endRun,
  }
}
