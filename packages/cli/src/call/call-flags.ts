import type { SessionFlags } from '../session/session-flags.ts'

/** The options of `drawbridge call`. */
export interface CallFlags extends SessionFlags {
  readonly approve: ApproveFlag
  readonly session?: string
  readonly json?: boolean
  readonly jsonl?: boolean
}

/**
 * The approvers of a call: the person at the terminal, their approval in advance, `drawbridge approvals`, or no one.
 */
export const approveFlags = ['ask', 'always', 'desk', 'never'] as const
export type ApproveFlag = (typeof approveFlags)[number]
