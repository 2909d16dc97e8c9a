import type { LoopEvent, RunReport } from '@drawbridge/core/agent'
import type { RunParts } from './run-parts.ts'

/** An answer of the model that is recorded and not yet told. */
export interface AnsweredReply {
  /** True if it ends what the model has to say: it is whole and has no calls. */
  readonly isReply: boolean
  readonly event: Extract<LoopEvent, { type: 'turn.answered' }>
}

/** The words of a run on their way to those who watch. */
export interface HeldReplies {
  /** The parts of the run for a request. */
  readonly heard: RunParts
  /** Tells an answer. @returns its text as it was told, and the orders of the gate if it goes back. */
  tell(
    answer: AnsweredReply,
    options: { readonly isLast: boolean },
  ): Promise<{ readonly text: string; readonly orders?: string }>
  /** Returns a report without words that no gate judged. */
  judged(report: RunReport): RunReport
}

/**
 * Holds the words of a run back until its quality gates have judged them. Without gates they receive all at once. With gates they
 * receive judged replies alone: no words of turns with calls, no thoughts and no cut answers.
 */
export function heldReplies(parts: RunParts, { placeText }: { placeText(text: string): Promise<void> }): HeldReplies {
  const { judgeReply, run, stop, tell } = parts
  if (judgeReply === undefined) {
    return {
      heard: parts,
      tell: async ({ event }) => {
        tell(event)
        return { text: event.text }
      },
      judged: (report) => report,
    }
  }
  let sentBack: Readonly<Record<string, number>> = {}
  const quiet = (event: LoopEvent) => {
    if (event.type !== 'text.streamed' && event.type !== 'reasoning.streamed') tell(event)
  }
  return {
    heard: { ...parts, tell: quiet },
    tell: async ({ isReply, event }, { isLast }) => {
      if (!isReply) {
        tell({ ...event, text: '' })
        return { text: '' }
      }
      const verdict = await judgeReply({ text: event.text, sentBack, isLast, run, signal: stop.signal })
      const { text, back, feedback } = verdict ?? { text: event.text }
      if (back !== undefined) {
        sentBack = { ...sentBack, [back.gate]: (sentBack[back.gate] ?? 0) + 1 }
        tell({ type: 'answer.voided', reason: `The reply did not pass the quality gate "${back.gate}".`, waitMs: 0 })
        return { text: '', orders: back.orders }
      }
      if (feedback !== undefined) await placeText(`This reply did not pass the quality gates: ${feedback}`)
      tell({ type: 'text.streamed', text })
      tell({ ...event, text })
      return { text }
    },
    judged: (report) =>
      report.reason === 'completed' || report.reason === 'max_turns' ? report : { ...report, text: '' },
  }
}
