import type { Principal } from '../base/principal.ts'
import type { CompiledRule } from '../policy/rules/compiled-rule.ts'
import type { Mode } from '../policy/section/permissions-section.ts'
import type { ToolExplanation } from '../policy/tool-set/effective-set.ts'
import type { HiddenTool } from '../registry/hidden-tool.ts'
import type { ToolHead } from '../tool/deferred-tool.ts'
import type { RunOptions } from './run-options.ts'
import type { SessionOptions } from './session-options.ts'

/** The policy as runs use it: decides their tools and their calls. */
export interface SessionPolicy {
  /** The default mode of runs, if it differs from the policy's own. */
  readonly mode: Mode | undefined
  /** The mode that a run has. */
  modeOf(options: Pick<PolicyOptions, 'mode'>): Mode
  /** Throws if the run may not have the mode that it requests. */
  forRun(principal: Principal, options: PolicyOptions): Required<Pick<RunOptions, 'authority' | 'hide'>>
  /** Returns true if runs may only read, because of their mode or that of a parent. */
  readsOnly(options: PolicyOptions): boolean
  /** Returns the rules that bind this agent alone. */
  rulesOf(agent: string): readonly CompiledRule[]
  /** Returns the effect of each step on a tool; undefined for an unknown tool. */
  explainTool(
    name: string,
    principal: Pick<Principal, 'agent' | 'role'>,
    options: PolicyOptions,
  ): ToolExplanation | undefined
  /** Returns the deny list that names a tool, whether or not the tool exists yet. Undefined if none does. */
  denial(
    tool: ToolHead,
    principal: Pick<Principal, 'agent' | 'role'>,
    options: PolicyOptions,
  ): Omit<HiddenTool, 'name'> | undefined
}

/** The policy in force, which a changed configuration replaces. */
export interface PolicySource {
  /** The policy as it is now. Ask for it at each use. */
  current(): SessionPolicy
  /** Brings it up to date with the configuration; undefined if it is. Never rejects. */
  refresh(): Promise<void> | undefined
  /** Grows each time another policy comes into force. */
  version(): number
  /** The message of a changed configuration that could not be applied; undefined while the newest one is in force. */
  problem(): string | undefined
}

/** The options of a session that its policy reads. */
export type PolicyOptions = Pick<SessionOptions, 'mode' | 'ceilings' | 'scope' | 'hide'>
