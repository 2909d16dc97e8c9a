import type { ReasoningEffort } from '../model/model-request.ts'
import type { ToolsSection } from '../policy/section/tools-section.ts'
import type { RunBudget } from './run-budget.ts'

/** The limits of the children of an agent. */
export interface ChildLimits {
  /** The number of children that run at once in a process; further ones wait. */
  readonly max: number
  /** The number of levels of children below a run, from 1 to 5. */
  readonly depth: number
  /** The number of children of one session that may wait or run. */
  readonly childrenPerParent: number
  /** The number of children of a tree that may wait or run. */
  readonly childrenPerSession: number
  /** The number of children that a tree may have over its whole life. */
  readonly childrenPerTree: number
  /** The most tokens of all children of a tree together. Each child reserves its part before it starts. Default: no limit. */
  readonly maxTokens?: number
  /** The most US dollars of all children of a tree together. Default: no limit. */
  readonly maxCost?: number
  /** The number of model requests that a run of a child may make. */
  readonly iterations: number
  /** The time after its end from which a child is no longer listed, in milliseconds. */
  readonly archiveAfterMs: number
  /** The id of the model of children, or `default` or `small`. Default: that of the parent. */
  readonly model?: string
}

/** The settings of an agent that its runs go by: those of its definition, with the operator's section `agents` over them. */
export interface AgentProfile {
  readonly description?: string
  /** The id of a model, or `default` or `small`. */
  readonly model?: string
  readonly dialect?: ToolsSection['dialect']
  readonly reasoning?: ReasoningEffort
  readonly limits?: Partial<RunBudget>
  /** Tools that the agent should prefer. Grants nothing. */
  readonly suggestedTools?: readonly string[]
  /** Limits of its children, in place of those of the section `subagents`. */
  readonly subagents?: Partial<ChildLimits>
  /** Its part of the system prompt, and the place where that is written. */
  readonly prompt?: { readonly text: string; readonly source: string }
}

/** Profiles by the id of their agent. */
export type AgentProfiles = Readonly<Record<string, AgentProfile>>
