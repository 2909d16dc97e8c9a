import type { ApprovalRequest } from '@drawbridge/core'
import type { KeptApproval } from '@drawbridge/sdk/authority'

/** A question with what became of it, as `--json` writes it. */
export type ApprovalJson = ApprovalRequest & Omit<KeptApproval, 'request'>

export function approvalJson({ request, ...kept }: KeptApproval): ApprovalJson {
  return { ...request, ...kept }
}
