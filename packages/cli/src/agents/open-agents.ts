import { type OpenAgentStore, openAgentStore } from '@drawbridge/sdk/agents'
import { resolveHome } from '@drawbridge/sdk/folders'
import type { Io } from '../io/io.ts'

/** The options of every command about agents. */
export interface AgentFlags {
  readonly home?: string
  readonly json?: boolean
}

/** Returns the agents of the home that the flags select; undefined if none was ever stored there. */
export function findAgents(
  { home }: Pick<AgentFlags, 'home'>,
  { environment }: Pick<Io, 'environment'>,
): Promise<OpenAgentStore | undefined> {
  return openAgentStore({ home: resolveHome({ flag: home, env: environment }), environment })
}

/** Like `findAgents`, but creates the database if it does not exist. */
export async function makeAgents(
  { home }: AgentFlags,
  { environment }: Pick<Io, 'environment'>,
): Promise<OpenAgentStore> {
  const store = await openAgentStore({ home: resolveHome({ flag: home, env: environment }), environment, create: true })
  if (store === undefined) throw new TypeError('The database was not created.')
  return store
}
