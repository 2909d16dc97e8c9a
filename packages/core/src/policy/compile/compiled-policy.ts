import type { CompiledRule } from '../rules/compiled-rule.ts'
import type { PolicyPlace } from '../rules/match-path.ts'
import type { RuleSettings } from '../rules/rule-settings.ts'
import type { SetPolicy } from '../tool-set/set-steps.ts'

/** A policy ready for use: immutable, and as pure as the functions that read it. */
export interface CompiledPolicy extends SetPolicy {
  /** Rules of every layer and agent; those of an agent bind it alone. */
  readonly rules: readonly CompiledRule[]
  readonly settings: RuleSettings
  /** True if a session may choose the mode `bypass`. */
  readonly allowsBypass: boolean
  readonly place: PolicyPlace
}
