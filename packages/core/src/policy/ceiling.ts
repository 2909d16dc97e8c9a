import type { CompiledRule } from './rules/compiled-rule.ts'
import type { Mode } from './section/permissions-section.ts'
import type { ToolList } from './tool-set/tool-list.ts'

/**
 * A limit on a run that its children inherit, and theirs. It only ever narrows: what it does not forbid is for the run's own
 * policy to decide. Rules that belong to a role or agent are not ceilings and are not inherited.
 */
export interface Ceiling {
  /** The owner of the limit, e.g. `session` or `run r1`. Unique among the ceilings of a run. */
  readonly name: string
  readonly source: string
  /** Tools beyond this list do not exist. */
  readonly tools?: ToolList
  /** `plan` and `non-interactive` bind; of the others a run has none that is freer. */
  readonly mode?: Mode
  /** Only rules with `deny` and `ask` apply. */
  readonly rules: readonly CompiledRule[]
  /** The entries of its rules for tools that they deny whatever the call, as in a configuration. Undefined if there are none. */
  readonly deniedTools?: readonly string[]
}
