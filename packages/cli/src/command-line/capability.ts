import type { Check } from '../doctor/check.ts'
import type { CommandEntry } from './command-entry.ts'

/** The additions of one capability to the command line. Those of rooms come in the same form. */
export interface Capability {
  /** A line for each group of its commands in the help. */
  readonly groups?: Readonly<Record<string, string>>
  /** In the order of the help. */
  readonly commands?: readonly CommandEntry[]
  /** Loads the checks that `doctor` makes, in the order in which it reports them. */
  loadChecks?(): Promise<readonly Check[]>
  /** Loads the canonical names of its tools. */
  loadToolNames?(): Promise<readonly string[]>
}
