import type { ReasoningEffort } from '../model/model-request.ts'
import type { ToolsSection } from '../policy/section/tools-section.ts'
import type { RunBudget } from './run-budget.ts'

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
  /** Its part of the system prompt, and the place where that is written. */
  readonly prompt?: { readonly text: string; readonly source: string }
}

/** Profiles by the id of their agent. */
export type AgentProfiles = Readonly<Record<string, AgentProfile>>
