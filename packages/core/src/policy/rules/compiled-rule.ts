import type { CallFacts } from '../authority.ts'
import type { Verdict } from '../decision.ts'
import type { ToolIdentity } from '../tool-set/tool-identity.ts'
import type { TargetCondition } from './target-matcher.ts'

/** A rule ready for use. */
export interface CompiledRule {
  readonly id: string
  readonly source: string
  readonly verdict: Verdict
  readonly reason?: string
  /** The agent whose definition brought it; it binds that agent alone. */
  readonly agent?: string
  /** True for a project's rule, which may add reasons but never crowd out those of others. */
  readonly isProject?: true
  concerns(tool: ToolIdentity): boolean
  /** Checks conditions on the call as a whole; absent if there are none. */
  holds?(facts: CallFacts): boolean
  /** Condition on single targets; absent: the rule is about the whole call. */
  readonly target?: TargetCondition
  /**
   * True if it names more than "these tools": the full name of one, a target, an argument or the risk. Only such a rule lifts a
   * guard against danger.
   */
  readonly narrow: boolean
}
