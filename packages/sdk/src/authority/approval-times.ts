import type { RunSettings } from '@drawbridge/core'
import type { ApprovalsSection } from '@drawbridge/core/configuration'

/** Returns the configured waiting times of questions, and who may answer, in the form that runs use. */
export function approvalTimes({
  waitSeconds,
  answerableMinutes,
  automatic,
}: ApprovalsSection = {}): Partial<RunSettings> {
  return {
    ...(waitSeconds === undefined ? {} : { approvalTimeoutMs: waitSeconds * 1_000 }),
    ...(automatic === undefined ? {} : { automaticApprovals: automatic }),
    ...(answerableMinutes === undefined ? {} : { receiptTimeoutMs: answerableMinutes * 60_000 }),
  }
}
