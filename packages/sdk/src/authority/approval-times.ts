import type { RunSettings } from '@drawbridge/core'
import type { ApprovalsSection } from '@drawbridge/core/configuration'

/** What the configuration says of how long questions wait, as runs go by it. */
export function approvalTimes({ waitSeconds, answerableMinutes }: ApprovalsSection = {}): Partial<RunSettings> {
  return {
    ...(waitSeconds === undefined ? {} : { approvalTimeoutMs: waitSeconds * 1_000 }),
    ...(answerableMinutes === undefined ? {} : { receiptTimeoutMs: answerableMinutes * 60_000 }),
  }
}
