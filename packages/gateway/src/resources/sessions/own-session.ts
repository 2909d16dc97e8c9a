import { defined } from '@drawbridge/core/base'
import { findSession, type SessionEntry } from '@drawbridge/store/sessions'
import { type Caller, isAtLeast } from '../../caller/caller.ts'
import { refuse } from '../../problem/problem.ts'
import type { Gateway } from '../../server/gateway.ts'

/** Returns the name of the user whose things alone a caller sees; an empty text for all. */
function ownerOf({ user }: Pick<Caller, 'user'>): string {
  return isAtLeast(user.role, 'operator') ? '' : user.name
}

/** The part of the record that a caller sees. Empty texts stand for all. */
export interface Sight {
  readonly owner: string
  /** The agents that its key is for, as a JSON list. */
  readonly agents: string
}

export function sightOf(caller: Caller): Sight {
  const agents = caller.key?.agents
  return { owner: ownerOf(caller), agents: agents === undefined ? '' : JSON.stringify(agents) }
}

/** Returns true if a caller sees what is of a user and an agent: operators all of it, but keys only what is of the agents that they are for. */
export function isInSight(
  { user, agent }: { readonly user: string | undefined; readonly agent: string | undefined },
  caller: Pick<Caller, 'user' | 'key'>,
): boolean {
  const owner = ownerOf(caller)
  const agents = caller.key?.agents
  return (owner === '' || user === owner) && (agents === undefined || (agent !== undefined && agents.includes(agent)))
}

/** Returns true if a caller may see a recorded session. */
export function maySeeSession(session: Pick<SessionEntry, 'user' | 'agent'> | undefined, caller: Caller): boolean {
  if (session === undefined || !isAtLeast(caller.user.role, 'member')) return false
  return isInSight({ user: session.user, agent: session.agent }, caller)
}

/** Returns a recorded session that the caller may see. Refuses any other in the words of one that does not exist. */
export async function needSession(
  id: string,
  { gateway, caller }: { readonly gateway: Pick<Gateway, 'database'>; readonly caller: Caller },
) {
  const found = await findSession(gateway.database, id)
  if (found === undefined || !maySeeSession(found, caller)) return refuse('not_found', 'There is no such session.')
  return found
}

/** Notes that a session works for the words of a caller, before it hears them. */
export async function noteWords(
  session: string,
  { gateway: { access }, caller: { user, key } }: { readonly gateway: Gateway; readonly caller: Caller },
): Promise<void> {
  await access.sessionKeys.note(session, key)
  await access.sessionKeys.noteSender(session, { userId: user.id, ...defined({ keyId: key?.id }) })
}

/** Refuses an agent that the key of a caller is not for. */
export function assertAgent({ key }: Caller, agent: string | undefined): void {
  if (key?.agents !== undefined && !key.agents.includes(agent ?? ''))
    refuse('forbidden', 'This key is for other agents.')
}
