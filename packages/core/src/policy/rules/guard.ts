import type { OutcomeCode } from '../../outcome/outcome-code.ts'
import type { CallFacts } from '../authority.ts'
import type { CallPart } from './call-part.ts'
import type { RuleSettings } from './rule-settings.ts'

/**
 * What an allowing rule needs to lift a guard. `rule`: any that matches. `narrow`: one that says more than "these tools". `path`,
 * `host`: one that is about the path or host. `name`: one that spells out the very name of the file. `never`: none does.
 */
export type Lift = 'rule' | 'narrow' | 'path' | 'host' | 'name' | 'never'

/** What a built-in default says against one part of a call. */
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
