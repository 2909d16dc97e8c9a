import type { DrawbridgeOptions } from '@drawbridge/sdk'

export interface AgentChoice {
  readonly agent?: string | undefined
  readonly user?: string | undefined
  /** A folder opened by path: then the agent is only a name. */
  readonly workspace?: string | undefined
  readonly home?: string | undefined
}

/** How a Drawbridge is told who works in it; holds the store open that it found the agent in. */
export interface SessionAgent extends AsyncDisposable {
  readonly options: Pick<DrawbridgeOptions, 'agent' | 'user' | 'agents' | 'workspace'>
}

/**
 * An agent with a row works in the folder that is kept for it, unless a folder is named; any other is a name for lists and rules, in the
 * named or the current folder. Nothing is loaded where no agent is named.
 */
export async function sessionAgent(choice: AgentChoice): Promise<SessionAgent> {
  const { agent, user, workspace, home } = choice
  const caller = { ...(agent === undefined ? {} : { agent }), ...(user === undefined ? {} : { user }) }
  const plain = { ...caller, workspace: workspace ?? '.' }
  if (agent === undefined || workspace !== undefined) return withoutStore(plain)
  const { findAgents } = await import('./open-agents.ts')
  const store = await findAgents(home === undefined ? {} : { home }, { environment: process.env })
  if (store === undefined) return withoutStore(plain)
  const dispose = { [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() }
  try {
    const isKept = (await store.find(agent)) !== undefined
    return { options: isKept ? { ...caller, agents: { store } } : plain, ...dispose }
  } catch (error) {
    await store[Symbol.asyncDispose]()
    throw error
  }
}

function withoutStore(options: SessionAgent['options']): SessionAgent {
  return { options, [Symbol.asyncDispose]: async () => undefined }
}
