import type { Approver } from '@drawbridge/core'

/** How the approval desk names itself, for whoever puts off opening its database. */
export const deskIdentity = {
  id: 'approval-desk',
  human: true,
  answersLater: 'by `drawbridge approvals`',
} as const satisfies Omit<Approver, 'ask'>
