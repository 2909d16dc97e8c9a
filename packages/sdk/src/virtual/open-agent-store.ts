import type { AgentStore } from '@drawbridge/core/virtual'
import { createHomeDatabase, type HomeDatabaseSources } from '../database/home-database.ts'

/** The options of `openAgentStore`. */
export interface AgentStoreSources extends HomeDatabaseSources {
  /** True if a missing database is created. Default false. */
  readonly create?: boolean
}

/** An open store of agents and their files. */
export interface OpenAgentStore extends AgentStore, AsyncDisposable {}

/** Opens the agents of a home; undefined if there is no database, and so no agent. */
export async function openAgentStore({
  create = false,
  ...sources
}: AgentStoreSources): Promise<OpenAgentStore | undefined> {
  const owner = createHomeDatabase(sources)
  const database = create ? await owner.obtain() : await owner.find()
  if (database === undefined) return undefined
  const { createAgentStore } = await import('@drawbridge/store/agent')
  return { ...createAgentStore(database), [Symbol.asyncDispose]: () => owner[Symbol.asyncDispose]() }
}
