import { defined } from '@drawbridge/core/base'
import { findSession, type SessionEntry } from '@drawbridge/store/sessions'
import { type Caller, isAtLeast } from '../../caller/caller.ts'
import { refuse } from '../../problem/problem.ts'
import type { Gateway } from '../../server/gateway.ts'

/** Returns the name of the user whose things alone a caller sees; an empty text for all. */
export function ownerOf({ user }: Caller): string {
  return isAtLeast(user.role, 'operator') ? '' : user.name
}

/** Returns true if a caller may see a recorded session. */
export function maySeeSession(session: Pick<SessionEntry, 'user'> | undefined, caller: Caller): boolean {
  const owner = ownerOf(caller)
  return session !== undefined && isAtLeast(caller.user.role, 'member') && (owner === '' || session.user === owner)
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
