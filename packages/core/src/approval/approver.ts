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
   * True if a person decides. Automatic approvers count only when configured for the run (see {@link
   * AutomaticApprovals}); automatic approvers passed with a single call are ignored.
   */
  readonly human: boolean
  /**
   * Set if a late answer still counts: explains how to give it, for the reader of the time-out message. The same call,
   * made again, then asks no more.
   */
  readonly answersLater?: string
  /** @param signal Aborted once none of the requests needs an answer. */
  ask(requests: readonly ApprovalRequest[], signal: AbortSignal, watch?: RequestWatch): AsyncIterable<ApprovalDecision>
}

/**
 * The cases in which automatic approvers of the run may decide. `alone` (default): only if no person is asked. `always`: together
 * with persons, the first decision counts. `never`: not at all.
 */
export type AutomaticApprovals = 'alone' | 'always' | 'never'

/** The reason with which a wait for an answer ends. */
export function endOfWait<Status extends string>(status: Status): DOMException & { readonly status: Status } {
  return Object.assign(new DOMException('The request no longer needs an answer.', 'AbortError'), { status })
}

/**
 * Returns true if the request of an aborted signal was answered, by a person or by a grant that covers it. Otherwise
 * its time was up or its call was cancelled, and an approver whose answers count later may continue to ask.
 */
export function wasAnswered(signal: Pick<AbortSignal, 'reason'>): boolean {
  const status = statusOfEnd(signal)
  return status === 'decided' || status === 'covered'
}

/** Returns the status with which the wait of an aborted signal ended; undefined if `endOfWait` did not end it. */
export function statusOfEnd({ reason }: Pick<AbortSignal, 'reason'>): unknown {
  return reason instanceof DOMException && 'status' in reason ? reason.status : undefined
}
