import type { ApprovalDecision, ApprovalRequest } from './approval-request.ts'

/**
 * Someone who can say yes or no. All approvers of a run are asked at once; the first decision per request counts.
 * An approver that ends without a decision for a request abstains; one that throws has failed and abstains from all.
 */
export interface Approver {
  readonly id: string
  /** Whether a person decides. */
  readonly human: boolean
  ask(requests: readonly ApprovalRequest[], signal: AbortSignal): AsyncIterable<ApprovalDecision>
}
