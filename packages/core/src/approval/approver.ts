import type { ApprovalDecision, ApprovalRequest } from './approval-request.ts'

/** Tells an approver which of its requests still wait: one may be settled while it is asked about others. */
export interface RequestWatch {
  /** Aborted once the request needs no answer any more; `wasAnswered` tells whether it has got one. */
  signalOf(requestId: string): AbortSignal
}

/**
 * Someone who can say yes or no. All approvers of a run are asked at once; the first decision per request counts.
 * An approver that ends without a decision for a request abstains; one that throws has failed and abstains from all.
 */
export interface Approver {
  readonly id: string
  /**
   * Whether a person decides. One that decides by itself counts only where the operator made it an approver of the run, and
   * there by {@link AutomaticApprovals}; one that came along with a call never does.
   */
  readonly human: boolean
  /**
   * Set where an answer that comes after the wait still counts: how to give it, for whoever reads that nobody answered in time.
   * The same call, made again, is then asked about no more.
   */
  readonly answersLater?: string
  /** @param signal Aborted once none of the requests needs an answer. */
  ask(requests: readonly ApprovalRequest[], signal: AbortSignal, watch?: RequestWatch): AsyncIterable<ApprovalDecision>
}

/**
 * When the run's approvers without a person behind them may decide. `alone` (default): only where no person is asked.
 * `always`: beside persons too, the first decision counts. `never`: not at all.
 */
export type AutomaticApprovals = 'alone' | 'always' | 'never'
