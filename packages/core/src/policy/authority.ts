import type { Principal } from '../base/principal.ts'
import type { HiddenTool } from '../registry/hidden-tool.ts'
import type { PathDenials } from '../target/path-denials.ts'
import type { Target } from '../target/target.ts'
import type { Permission, Risk } from '../tool/permission.ts'
import type { Decision } from './decision.ts'

/** The facts of a call for a policy: only data, and not the tool's own code. */
export interface CallFacts {
  /** Canonical. */
  readonly tool: string
  /** The tool that the model called, if the call was rerouted to `tool`. Canonical. */
  readonly askedAs?: string
  readonly groups: readonly string[]
  readonly tags: ReadonlySet<string>
  /** After `effective`, never the tool's own word alone. */
  readonly permission: Permission
  readonly risk: Risk
  /** The reason that permission or risk differ from the tool's; absent if they do not. */
  readonly adjusted?: string
  readonly input: unknown
  readonly targets: readonly Target[]
  readonly principal: Principal
}

/** Facts of a call whose targets, and therefore its risk, may not be known yet. */
export type EarlyFacts = Omit<CallFacts, 'risk'> & Partial<Pick<CallFacts, 'risk'>>

/** Decides calls: a pure function of the facts and of the policy in force. */
export interface Authority {
  /**
   * Brings the policy in force up to date with the configuration. Undefined if it is, as it always is for a policy that cannot
   * change. Never rejects: a configuration that is wrong leaves the policy as it was.
   */
  refresh?(): Promise<void> | undefined
  /** The reason for which the policy in force keeps a tool from the run, although the run was opened with it. Canonical. */
  removal?(tool: string): Omit<HiddenTool, 'name'> | undefined
  decide(facts: CallFacts): Decision
  /** A second policy that is only compared with this one; undefined if there is none. */
  shadow?(): Pick<Authority, 'decide'> | undefined
  /** The paths that rules deny to the call, for those who look at the disk. Without a risk: those of any risk. */
  denials?(facts: EarlyFacts): PathDenials | undefined
}
