import type { OperatorPattern } from './operator-patterns.ts'
import type { RegisteredValue } from './secret-registry.ts'

/** Plain data that a scrubber with the built-in rules can be made of elsewhere in the process. Holds secrets. */
export interface ScrubberParts {
  readonly registered: readonly RegisteredValue[]
  readonly patterns: readonly OperatorPattern[]
}
