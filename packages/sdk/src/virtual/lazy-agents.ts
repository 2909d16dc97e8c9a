import { type Clock, createCleanup } from '@drawbridge/core'
import type { AgentStore, TextGenerator, VirtualTree } from '@drawbridge/core/virtual'
import type { AgentOptions } from './agent-options.ts'
import type { AgentQuestion, KeptAgent } from './kept-agent.ts'

export interface LazyAgentsOptions extends AgentOptions {
  readonly home: string
  readonly clock: Clock
}

/** The agents of a Drawbridge. Nothing is loaded or opened for them before one is asked for. */
export interface LazyAgents extends AsyncDisposable {
  /** Throws `invalid_option` where there is none of that id. */
  need(question: Omit<AgentQuestion, 'home'>): Promise<KeptAgent>
  treeOf(kept: KeptAgent, describeTools: TextGenerator): Promise<VirtualTree>
}

export function createLazyAgents(options: LazyAgentsOptions): LazyAgents {
  const { home, clock, store: given, ...rest } = options
  const opened = createCleanup()
  let store: Promise<AgentStore | undefined> | undefined
  return {
    need: async (question) => {
      const { needKeptAgent } = await import('./kept-agent.ts')
      store ??= given === undefined ? openStore() : Promise.resolve(given)
      return needKeptAgent(await store, { ...question, home })
    },
    treeOf: async (kept, describeTools) =>
      (await import('./kept-agent.ts')).treeOf(kept, { ...rest, clock, describeTools }),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  }

  async function openStore(): Promise<AgentStore | undefined> {
    const { openAgentStore } = await import('./open-agent-store.ts')
    const own = await openAgentStore({ home })
    return own === undefined ? undefined : opened.use(own)
  }
}
