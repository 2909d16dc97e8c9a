import { fail, type Principal } from '@drawbridge/core'
import type { House } from '@drawbridge/room'
import type { Database } from '@drawbridge/store/database'
import { findOwnSession, type SessionScope } from './read-sessions.ts'

/** Returns what decides which sessions a caller may see. */
export function scopeOf({ session, agent, user, peerKind }: Principal): SessionScope {
  return { session, agent, user, peerKind }
}

/** Returns the database, if a session is one of the caller's. */
export async function needOwn(
  { database }: Pick<House, 'database'>,
  principal: Principal,
  session: string,
): Promise<Database> {
  const opened = await database.find()
  const own = opened && (await findOwnSession(opened, scopeOf(principal), session))
  if (opened !== undefined && own !== undefined) return opened
  return fail(
    'invalid_target',
    `You have no conversation "${session}". sessions.list shows those of this agent and user; others cannot be read.`,
  )
}
