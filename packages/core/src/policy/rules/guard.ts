import type { OutcomeCode } from '../../outcome/outcome-code.ts'
import type { CallFacts } from '../authority.ts'
import type { CallPart } from './call-part.ts'
import type { RuleSettings } from './rule-settings.ts'

/**
 * The kind of allowing rule that lifts a guard. `rule`: any that matches. `narrow`: one that says more than "these
 * tools". `path`, `host`: one about the path or host. `name`: one with the file's full name. `never`: none.
 */
export type Lift = 'rule' | 'narrow' | 'path' | 'host' | 'name' | 'never'

/** A built-in default's objection to one part of a call. */
export interface Guard {
  readonly rule: string
  readonly source: string
  readonly verdict: 'ask' | 'deny'
  readonly because: string
  readonly lift: Lift
  /** An edit of a file in the workspace, which the mode `accept-edits` allows. */
  readonly isEdit?: boolean
  readonly denialCode?: OutcomeCode
}

/** One built-in default: what it says against a part, or nothing. */
export type GuardRule = (part: CallPart, facts: CallFacts, settings: RuleSettings) => Guard | undefined
