import type { Clock } from '@drawbridge/core/base'
import type { AgentStore, VirtualTree } from '@drawbridge/core/virtual'
import type { HomeDatabase } from '../database/home-database.ts'
import type { AgentOptions } from './agent-options.ts'
import type { AgentQuestion, StoredAgent, TreeOptions } from './stored-agent.ts'

export interface LazyAgentsOptions extends AgentOptions {
  readonly home: string
  readonly clock: Clock
  /** The database of agents, unless the options provide a store. */
  readonly database: HomeDatabase
}

/** The agents of a Drawbridge. Nothing is loaded or opened for them before one is asked for. */
export interface LazyAgents {
  /** Throws `invalid_option` if no agent has that id. */
  need(question: Omit<AgentQuestion, 'home'>): Promise<StoredAgent>
  /** Returns the ids of all agents; none if there is no store. */
  ids(): Promise<readonly string[]>
  treeOf(kept: StoredAgent, parts: Pick<TreeOptions, 'describeTools' | 'interceptors'>): Promise<VirtualTree>
}

export function createLazyAgents(options: LazyAgentsOptions): LazyAgents {
  const { home, clock, database, store: given, ...rest } = options
  return {
    need: async (question) => {
      const { needStoredAgent } = await import('./stored-agent.ts')
      return needStoredAgent(given ?? (await findStore()), { ...question, home })
    },
    ids: async () => ((await (given ?? (await findStore()))?.list()) ?? []).map(({ id }) => id),
    treeOf: async (kept, { describeTools, interceptors }) =>
      (await import('./stored-agent.ts')).treeOf(kept, {
        ...rest,
        clock,
        describeTools,
        interceptors: (caller) => [...(rest.interceptors?.(caller) ?? []), ...(interceptors?.(caller) ?? [])],
      }),
  }

  async function findStore(): Promise<AgentStore | undefined> {
    const found = await database.find()
    return found === undefined ? undefined : (await import('@drawbridge/store/agent')).createAgentStore(found)
  }
}
