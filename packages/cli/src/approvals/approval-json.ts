import type { ApprovalRequest } from '@drawbridge/core'
import type { StoredApproval } from '@drawbridge/sdk/authority'

/** A question with what became of it, as `--json` writes it. */
export type ApprovalJson = ApprovalRequest & Omit<StoredApproval, 'request'>

export function approvalJson({ request, ...kept }: StoredApproval): ApprovalJson {
  return { ...request, ...kept }
}
