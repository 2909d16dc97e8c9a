import type { OutcomeCode } from '../../outcome/outcome-code.ts'
import type { Verdict } from '../decision.ts'

/** What one rule or default says of a part. `none`: it would have spoken, and something else took its place. */
export interface RuleFinding {
  readonly verdict: Verdict | 'none'
  readonly rule: string
  readonly source: string
  readonly because: string
  readonly denialCode?: OutcomeCode
  /** It stands in for a rule that denies, so no mode answers it. Default false. */
  readonly firm?: boolean
  /** A rule of a project's file says it. Default false. */
  readonly isProject?: boolean
}

/** The default by which a command passes contained and not otherwise. */
export const containedRule = 'default.contained'
