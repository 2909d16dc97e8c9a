import type { Decision } from '../policy/decision.ts'
import type { ApprovalDecision } from './approval-request.ts'

/** The result of asking for one approval. */
export type ApprovalResult =
  | { readonly status: 'decided'; readonly decision: ApprovalDecision; readonly approver: string }
  /** The policy allows it meanwhile: a grant was added that covers it. */
  | { readonly status: 'covered'; readonly decision: Decision }
  /** `answersLater`: how to answer all the same, for the call when it comes again. */
  | { readonly status: 'timed_out'; readonly timeoutMs: number; readonly answersLater?: string }
  /** No one could be asked, or everyone abstained or failed. */
  | { readonly status: 'unavailable'; readonly why: string }
  | { readonly status: 'aborted' }
