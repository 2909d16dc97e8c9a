/**
 * The state of a question: it waits; it was answered, and the answer waits for its call; the call has used the answer;
 * another approver answered; its run was ended.
 */
export type ApprovalState = 'pending' | 'decided' | 'consumed' | 'withdrawn' | 'ended'

/** Questions with their answers, and which receipts were redeemed. Times in milliseconds since the Unix epoch. */
export interface ApprovalTables {
  readonly approvals: {
    readonly id: string
    readonly question: string
    readonly run: string
    readonly request: string
    readonly state: ApprovalState
    readonly decision: string | null
    readonly decided_by: string | null
    readonly decided_at: number | null
    readonly asked_by: string
    readonly asked_at: number
    readonly expires_at: number
  }
  readonly redeemed_receipts: { readonly request_id: string; readonly redeemed_at: number }
}
