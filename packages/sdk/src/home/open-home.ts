import { type Cleanup, type Clock, createSystemIdSource, type IdSource, systemClock } from '@drawbridge/core/base'
import type { Room } from '@drawbridge/room'
import { type ConfigSource, configSourceOf } from '../config/config-source.ts'
import { createHomeDatabase, type HomeDatabase } from '../database/home-database.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'
import { needRooms } from '../room/find-rooms.ts'
import { createHomeSecrets, type HomeSecrets } from '../secrets/home-secrets.ts'
import { createLazyAgents, type LazyAgents } from '../virtual/lazy-agents.ts'
import type { StoredAgent } from '../virtual/stored-agent.ts'
import { resolveWorkspace } from '../workspace/resolve-workspace.ts'
import { resolveHome } from './resolve-home.ts'

/** The two folders of a Drawbridge, and everything that needs no configuration. */
export interface OpenHome {
  readonly home: string
  /** Real path. */
  readonly workspace: string
  readonly config: ConfigSource | undefined
  readonly clock: Clock
  readonly ids: IdSource
  readonly rooms: readonly Room[]
  readonly database: HomeDatabase
  readonly secrets: HomeSecrets
  readonly agents: LazyAgents
  /** The stored agent that the workspace belongs to. */
  readonly kept: StoredAgent | undefined
}

/** Finds folders, rooms and the agent. The database is opened only if an agent is asked for. */
export async function openHome(options: DrawbridgeOptions, cleanup: Cleanup): Promise<OpenHome> {
  const { agent, user, clock = systemClock, ids = createSystemIdSource() } = options
  const home = resolveHome({ flag: options.home })
  const config = configSourceOf(options)
  const rooms = await needRooms({ home, config, own: options.rooms })
  const database = cleanup.use(createHomeDatabase({ home, config, rooms: async () => rooms }))
  const agents = createLazyAgents({ ...options.agents, home, clock, database })
  const kept = agent === undefined || options.workspace !== undefined ? undefined : await agents.need({ agent, user })
  const workspace = kept?.workspace ?? resolveWorkspace(options.workspace)
  const secrets = cleanup.use(createHomeSecrets(database, { home, clock }))
  return { home, workspace, config, clock, ids, rooms, database, secrets, agents, kept }
}
