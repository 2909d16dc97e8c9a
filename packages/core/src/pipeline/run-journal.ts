import type { RunStarted } from '../event/families/run-events.ts'
import type { CallTrace } from '../loop/note-repetition.ts'

/** The state that all calls of a run share: of its record, and of its loop guard. */
export interface RunJournal {
  /** Says how the run was opened; undefined once that is recorded. */
  opening: (() => RunStarted) | undefined
  /** True once it has ended: it ends only once. */
  hasEnded: boolean
  /** Model turns so far. */
  turns: number
  /** For the loop guard: the latest calls, and until when each repeated one is refused. */
  traces: readonly CallTrace[]
  readonly refusedUntil: Map<string, number>
}
