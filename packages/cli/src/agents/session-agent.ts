import type { DrawbridgeOptions } from '@drawbridge/sdk'

export interface AgentChoice {
  readonly agent?: string | undefined
  readonly user?: string | undefined
  /** A folder opened by path: then the agent is only a name. */
  readonly workspace?: string | undefined
  readonly home?: string | undefined
}

/** The options that tell a Drawbridge which agent works in it. Holds open the store in which the agent was found. */
export interface SessionAgent extends AsyncDisposable {
  readonly options: Pick<DrawbridgeOptions, 'agent' | 'user' | 'agents' | 'workspace'>
}

/**
 * Returns the agent of a session. An agent with a row works in its own folder, unless a folder is named. Any other name only
 * selects lists and rules; its runs work in the named or the current folder. Nothing is loaded if no agent is named.
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
