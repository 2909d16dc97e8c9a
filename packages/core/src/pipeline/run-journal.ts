import type { RunStarted } from '../event/families/run-events.ts'

/** What is recorded of a run beside its calls: shared by all of them. */
export interface RunJournal {
  /** Says how the run was opened; undefined once that is recorded. */
  opening: (() => RunStarted) | undefined
  /** Whether it is over: nothing ends twice. */
  hasEnded: boolean
  /** Model turns so far. */
  turns: number
}
