import type { RunStarted } from '../event/families/run-events.ts'

/** The recorded facts of a run besides its calls, shared by all of them. */
export interface RunJournal {
  /** Says how the run was opened; undefined once that is recorded. */
  opening: (() => RunStarted) | undefined
  /** True once it has ended: it ends only once. */
  hasEnded: boolean
  /** Model turns so far. */
  turns: number
}
