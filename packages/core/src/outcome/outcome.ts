import type { ToolResult } from '../result/tool-result.ts'
import type { OutcomeCode } from './outcome-code.ts'

/** The call ran and its tool reported success. */
export interface OkOutcome {
  readonly status: 'ok'
  readonly result: ToolResult
}

/** The call could not run, or ran and did not succeed (a command that exits non-zero is one of these). */
export interface FailedOutcome {
  readonly status: 'failed'
  readonly code: OutcomeCode
  readonly message: string
  readonly result: ToolResult
}

/** Policy, a hook, a person or a missing approver said no; nothing was touched. */
export interface DeniedOutcome {
  readonly status: 'denied'
  readonly code: OutcomeCode
  readonly message: string
  readonly result: ToolResult
}

/** The run was aborted; the result keeps what was done until then. */
export interface CancelledOutcome {
  readonly status: 'cancelled'
  readonly code: OutcomeCode
  readonly message: string
  readonly result: ToolResult
}

/** What became of one call. Every accepted call gets exactly one. */
export type Outcome = OkOutcome | FailedOutcome | DeniedOutcome | CancelledOutcome
