import type { ApprovalDecision, ApprovalRequest } from '../approval/approval-request.ts'

/** How a run comes by an approval: it waits for one, hands out receipts for them, or goes on with one that was given. */
export type ApprovalPath =
  | { readonly mode: 'attached' }
  | { readonly mode: 'detached' }
  | {
      readonly mode: 'resumed'
      readonly request: ApprovalRequest
      readonly decision: ApprovalDecision
      /** The approver's id. */
      readonly approver: string
    }
