import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentStore } from '@drawbridge/core/virtual'

export interface AgentStoreSources {
  readonly home: string
  /** Reads `DATABASE_URL`. Default: the environment of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Whether a database is made where there is none. Default false. */
  readonly create?: boolean
}

export interface OpenAgentStore extends AgentStore, AsyncDisposable {}

/** The agents of a home; undefined where there is no database, and so no agent. */
export async function openAgentStore(sources: AgentStoreSources): Promise<OpenAgentStore | undefined> {
  const { home, environment = process.env, create = false } = sources
  const url = environment.DATABASE_URL ?? ''
  const file = join(home, 'drawbridge.db')
  if (url === '' && !create && !existsSync(file)) return undefined
  const [{ openDatabase }, { createAgentStore }] = await Promise.all([
    import('@drawbridge/store/database'),
    import('@drawbridge/store/agent'),
  ])
  const database = await openDatabase(url === '' ? { kind: 'sqlite', file } : { kind: 'postgres', url })
  return { ...createAgentStore(database), [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
}
