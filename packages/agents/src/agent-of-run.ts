import type { AgentProfile, AgentProfiles, ConversationOptions } from '@drawbridge/core/agent'
import { dialectForModel, loadDialect } from '@drawbridge/core/dialect'
import type { Model } from '@drawbridge/core/model'
import type { Dialect } from '@drawbridge/core/registry'
import { type Connection, statement } from '@drawbridge/store/database'

const findAgent = statement<[session: string], { agent: string | null }>('select agent from sessions where id = $1')

/**
 * Returns the id of the agent that a conversation belongs to: the named one, else that of the session that goes on or is forked, so
 * that no limit of an agent ends with its process, else that of the house.
 */
export async function agentOfConversation(
  { principal, resume, fork }: Pick<ConversationOptions, 'principal' | 'resume' | 'fork'>,
  { connection, ofHouse }: { readonly connection: Connection | undefined; readonly ofHouse: string | undefined },
): Promise<string | undefined> {
  if (principal?.agent !== undefined) return principal.agent
  const earlier = resume ?? fork?.session
  const row = earlier === undefined ? undefined : await connection?.get(findAgent, earlier)
  return row?.agent ?? ofHouse
}

/** Returns the profile of an agent; an empty one if nothing is said of it. */
export function profileOf(agent: string | undefined, profiles: AgentProfiles): AgentProfile {
  return agent !== undefined && Object.hasOwn(profiles, agent) ? (profiles[agent] ?? {}) : {}
}

/** Returns the dialect that a profile wants, else that which is set for the model; undefined if neither names one. */
export async function dialectOf(
  { dialect: ofAgent }: AgentProfile,
  { id, dialect: ofModel }: Pick<Model, 'id' | 'dialect'>,
): Promise<Dialect | undefined> {
  const wanted = ofAgent ?? ofModel
  if (wanted === undefined) return undefined
  return loadDialect(wanted === 'auto' ? dialectForModel(id) : wanted)
}
