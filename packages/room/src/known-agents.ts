import { DrawbridgeError } from '@drawbridge/core'
import { didYouMean } from '@drawbridge/core/base'
import { createAgentStore } from '@drawbridge/store/agent'
import type { House } from './house.ts'

/** Returns the agents that there are, by id, each with its description: defined ones, configured ones and stored ones. */
export async function knownAgents(house: Pick<House, 'service' | 'database'>): Promise<ReadonlyMap<string, string>> {
  const profiles = (await house.service('agentRunner'))?.profiles ?? {}
  const database = (await house.database.options()) === undefined ? undefined : await house.database.find()
  const stored = database === undefined ? [] : await createAgentStore(database).list()
  return new Map([
    ...stored.map(({ id }) => [id, ''] as const),
    ...Object.entries(profiles).map(([id, { description = '' }]) => [id, description] as const),
  ])
}

/**
 * Checks that agents exist.
 * @throws DrawbridgeError `invalid_option` that names the first one that does not, with the way out.
 */
export async function needKnownAgents(
  house: Pick<House, 'service' | 'database'>,
  agents: readonly string[],
): Promise<void> {
  const known = await knownAgents(house)
  const missing = agents.find((agent) => !known.has(agent))
  if (missing === undefined) return
  throw new DrawbridgeError(
    'invalid_option',
    `The agent ${JSON.stringify(missing)} does not exist.${didYouMean(missing, known.keys())} Create it: drawbridge agents create NAME --type open, or define it in agents/NAME/AGENT.md of the data folder.`,
  )
}
