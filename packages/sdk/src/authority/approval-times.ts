import type { RunSettings } from '@drawbridge/core'
import type { ApprovalsSection } from '@drawbridge/core/configuration'

/** Returns the configured waiting times of questions, in the form that runs use. */
export function approvalTimes({ waitSeconds, answerableMinutes }: ApprovalsSection = {}): Partial<RunSettings> {
  return {
    ...(waitSeconds === undefined ? {} : { approvalTimeoutMs: waitSeconds * 1_000 }),
    ...(answerableMinutes === undefined ? {} : { receiptTimeoutMs: answerableMinutes * 60_000 }),
  }
}
