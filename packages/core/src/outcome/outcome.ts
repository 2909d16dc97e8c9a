import type { ToolResult } from '../result/tool-result.ts'
import type { OutcomeCode } from './outcome-code.ts'

interface Ended {
  readonly result: ToolResult
  /** The content of the result as text: what a model reads. A failure, denial or abort begins with its message. Media appear as a note in brackets. */
  readonly text: string
}

/** The call ran and its tool reported success. */
export interface OkOutcome extends Ended {
  readonly status: 'ok'
}

/** The call could not run, or ran and did not succeed (a command that exits non-zero is one of these). */
export interface FailedOutcome extends Ended {
  readonly status: 'failed'
  readonly code: OutcomeCode
  readonly message: string
}

/** Policy, a hook, a person or a missing approver said no; nothing was touched. */
export interface DeniedOutcome extends Ended {
  readonly status: 'denied'
  readonly code: OutcomeCode
  readonly message: string
}

/** The run was aborted; the result keeps what was done until then. */
export interface CancelledOutcome extends Ended {
  readonly status: 'cancelled'
  readonly code: OutcomeCode
  readonly message: string
}

/** The outcome of one call. Every accepted call gets exactly one. */
export type Outcome = OkOutcome | FailedOutcome | DeniedOutcome | CancelledOutcome
