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

/**
 * The event that a quality gate judges: the work of a delegation of the agent, a task of a team that the agent leads, or what the agent
 * says to a person.
 */
export type QualityGateEvent = 'delegation.completed' | 'task.completed' | 'reply'

/** A check of work before it counts: a program, or an agent that reviews. */
export interface QualityGate {
  readonly event: QualityGateEvent
  /** `command` (program and arguments, which reads the work from its standard input) or `agent` (the id of the reviewer). */
  readonly type: 'command' | 'agent'
  readonly command?: readonly [string, ...string[]]
  readonly agent?: string
  /** True (default) if work that does not pass goes back. Else it is only said that it did not pass. */
  readonly blockOnFailure?: boolean
  /** The number of times that work goes back. Default 2. */
  readonly maxRetries?: number
  /** The time limit of one judgement, in milliseconds. Default 60,000. */
  readonly timeoutMs?: number
  /** The meaning of a gate that fails itself. Default `fail`: the work did not pass. */
  readonly onError?: 'fail' | 'pass'
}

/** The limits of the work that an agent is given by others. */
export interface DelegationLimits {
  /** The number of delegations to it that may be open at once, from all agents. Default 5. */
  readonly maxLoad?: number
  /** The number of delegations from one agent to it that may be open at once, if their link says nothing. Default 3. */
  readonly maxConcurrent?: number
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
  /** Limits of the work that others give it. */
  readonly delegation?: DelegationLimits
  /** Judge the work that it gives to others, and its replies. */
  readonly qualityGates?: readonly QualityGate[]
  /** Its part of the system prompt, and the place where that is written. */
  readonly prompt?: { readonly text: string; readonly source: string }
}

/** Profiles by the id of their agent. */
export type AgentProfiles = Readonly<Record<string, AgentProfile>>
