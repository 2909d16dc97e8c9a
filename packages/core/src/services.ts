import type { AgentRunner } from './agent/agent-runner.ts'
import type { ChildAgents } from './agent/child-agents.ts'
import type { Delegations, TeamRoster } from './agent/delegations.ts'
import type { Handoffs } from './agent/handoffs.ts'
import type { Knowledge } from './agent/knowledge.ts'
import type { MemoryWriter } from './agent/memory-writer.ts'
import type { UserStanding } from './agent/user-standing.ts'
import type { JobQueue } from './job/job-queue.ts'
import type { Outbox } from './job/outbox.ts'
import type { Embedder, ModelCaller, ModelCatalogue } from './model/model-services.ts'
import type { Questioner } from './question/questioner.ts'
import type { TodoLists } from './run/todo.ts'

/**
 * The services that rooms offer each other, by name. A package adds its own by declaration merging, so that a name has one type
 * wherever it is asked for:
 *
 * @example
 * declare module '@drawbridge/core' {
 *   interface Services {
 *     readonly weather: Weather
 *   }
 * }
 */
export interface Services {
  /** Work that must be done even if the process that asked for it ends. */
  readonly jobQueue: JobQueue
  /** Messages that a recipient must get once. */
  readonly outbox: Outbox
  /** Carries questions to a person outside calls; the tools of calls use `ask` of their context. */
  readonly questioner: Questioner
  /** The models that the operator configured. */
  readonly modelCatalogue: ModelCatalogue
  /** Small tasks for a model, apart from any conversation. */
  readonly modelCaller: ModelCaller
  /** Vectors of texts. */
  readonly embedder: Embedder
  /** The todo lists of agents, by session. */
  readonly todoLists: TodoLists
  /** Remembers what a person said. */
  readonly memoryWriter: MemoryWriter
  /** Facts that agents know. */
  readonly knowledge: Knowledge
  /** Runs agents: the loop between a model and tools. */
  readonly agentRunner: AgentRunner
  /** Starts runs below a run: subagents, forks and workers. */
  readonly childAgents: ChildAgents
  /** Lets named agents work for each other. */
  readonly delegations: Delegations
  /** Knows which agent answers where. */
  readonly handoffs: Handoffs
  /** Tells whom agents lead, and which files teams share. */
  readonly teamRoster: TeamRoster
  /** Knows in whose name nothing may be done any more. */
  readonly userStanding: UserStanding
}

/** The name of a service. */
export type ServiceName = keyof Services & string

/** The sections that rooms add to a configuration, by name of the room; filled like `Services`. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled by the packages that have a section.
export interface RoomConfigs {}
