import type { Approver } from '@drawbridge/core'

/** The identity of the approval desk, for callers that open its database lazily. */
export const deskIdentity = {
  id: 'approval-desk',
  human: true,
  answersLater: 'by `drawbridge approvals`',
} as const satisfies Omit<Approver, 'ask'>
