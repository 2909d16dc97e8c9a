import type { ApproveFlag, SessionFlags } from '../session/session-flags.ts'

/** The options of `drawbridge call`. */
export interface CallFlags extends SessionFlags {
  readonly approve: ApproveFlag
  readonly session?: string
  readonly json?: boolean
  readonly jsonl?: boolean
}
