import type { SessionFlags } from '../session/session-flags.ts'

/** The options of `drawbridge call`. */
export interface CallFlags extends SessionFlags {
  readonly approve: ApproveFlag
  readonly session?: string
  readonly json?: boolean
  readonly jsonl?: boolean
}

/** Who answers what the policy asks: the person at the terminal, their yes in advance, `drawbridge approvals`, or nobody. */
export const approveFlags = ['ask', 'always', 'desk', 'never'] as const
export type ApproveFlag = (typeof approveFlags)[number]
