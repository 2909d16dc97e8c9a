import type { Outcome, OutcomeCode } from '@drawbridge/core'

/** The end of a call for a framework. `pending`: it waits for approval, and nothing was done. */
export interface CallEnd {
  readonly status: Outcome['status'] | 'pending'
  /** Written for the model. */
  readonly text: string
  readonly code?: OutcomeCode
  /** Absent if the call waits, or if its receipt could not be redeemed. */
  readonly outcome?: Outcome
}

/** Returns the end of a call that has its outcome. */
export function endOf(outcome: Outcome): CallEnd {
  const { status, text } = outcome
  return status === 'ok' ? { status, text, outcome } : { status, text, code: outcome.code, outcome }
}
