import type { ModelLimits } from '@drawbridge/core/model'
import type { WindowLimits } from '../loop/run-state.ts'

/** The part of the window at which compaction begins. */
const compactShare = 0.85
/** Left for the answer and for what a turn adds, in tokens; less in small windows. */
const reserve = 13_000
const reserveShare = 1 / 8
/** Left at the edge, because providers count otherwise than we do. */
const marginShare = 0.03

/** Returns the longest summary for a window, in tokens. */
export function summaryTokens(window: number): number {
  return Math.min(4_096, Math.floor(window / 8))
}

/** Returns the sizes at which a prompt is compacted, and at which it is not sent. */
export function windowLimits({ context: window }: Pick<ModelLimits, 'context'>): WindowLimits {
  const kept = Math.min(reserve, Math.floor(window * reserveShare))
  return {
    window,
    compactAt: Math.min(Math.floor(window * compactShare), window - summaryTokens(window) - kept),
    hardLimit: window - Math.max(256, Math.floor(window * marginShare), Math.min(1_024, Math.floor(window / 16))),
  }
}
