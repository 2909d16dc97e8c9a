import type { OutcomeCode } from '../../outcome/outcome-code.ts'
import type { Verdict } from '../decision.ts'

/** One rule's or default's finding on a part. `none`: overridden by another rule. */
export interface RuleFinding {
  readonly verdict: Verdict | 'none'
  readonly rule: string
  readonly source: string
  readonly because: string
  readonly denialCode?: OutcomeCode
  /** True if it replaces a denying rule, so that no mode answers it. Default false. */
  readonly firm?: boolean
  /** A rule of a project's file says it. Default false. */
  readonly isProject?: boolean
}

/** The default by which a command passes contained and not otherwise. */
export const containedRule = 'default.contained'
