import type { Verdict } from '@drawbridge/shell'
import type { FlowJudgement } from '../flow/sink.ts'
import type { Grant } from '../grant/grant.ts'
import type { OutcomeCode } from '../outcome/outcome-code.ts'

export type { Verdict }

/** One thing that was considered on the way to a decision, in order. */
export interface DecisionStep {
  /** The evaluated step, e.g. `sensitive path` or the id of a rule. */
  readonly step: string
  /** `none`: it would have spoken, and something else took its place. */
  readonly verdict: Verdict | 'none'
  readonly because: string
  /** The source of the rule, if it is one. */
  readonly source?: string
}

/** The policy's decision on one call, with its reason. */
export interface Decision {
  readonly verdict: Verdict
  /** The rule that decided, e.g. `default.write-asks`. */
  readonly rule: string
  /** The source of the rule: `built-in`, or a file with its line. */
  readonly source: string
  /** For the person who is asked and the model that is refused. */
  readonly reason: string
  readonly steps: readonly DecisionStep[]
  /** True if only the built-in defaults allow it, and only because its commands run contained. Default false. */
  readonly contained?: boolean
  /** The grant that allowed the call although the policy asked. */
  readonly grant?: Grant
  /** The evidence of information flow, if it changed the verdict. */
  readonly flow?: FlowJudgement
  /** The outcome's code if this ends as a denial and no person said no. Default `denied_by_policy` or `approval_unavailable`. */
  readonly denialCode?: OutcomeCode
}
