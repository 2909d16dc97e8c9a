import type { Access } from '../server/open-access.ts'
import { type Caller, isAtLeast } from './caller.ts'
import { readCookie } from './session-cookie.ts'

/** The header with the second half of a session. */
const halfHeader = 'x-drawbridge-session'

const bearer = /^bearer +([\w~+/.-]+=*) *$/i

/** Returns who sent a request; undefined if nobody can be told. A key counts only without a cookie, and never from the address. */
export async function authenticate(
  headers: Headers,
  { access, cookieName }: { readonly access: Access; readonly cookieName: string },
): Promise<Caller | undefined> {
  const cookie = readCookie(headers.get('cookie') ?? '', cookieName)
  const authorization = headers.get('authorization')
  if (authorization !== null) {
    const secret = bearer.exec(authorization)?.[1]
    return secret === undefined || cookie !== undefined ? undefined : callerOfKey(secret, access)
  }
  const half = headers.get(halfHeader)
  if (cookie === undefined || half === null) return undefined
  const session = await access.sessions.find({ cookie, half })
  return session === undefined ? undefined : callerOfSession(session.id, access)
}

/** Returns the reason why the run of a session may not go on: those for whose words it works are in force no more. */
export async function objectionToRun(session: string, access: Access): Promise<string | undefined> {
  const sender = await access.sessionKeys.sender(session)
  if (sender === undefined) return undefined
  if (sender.keyId !== undefined) {
    const caller = await callerOfKeyId(sender.keyId, access)
    if (caller === undefined || !isAtLeast(caller.user.role, 'member'))
      return 'The API key that this run worked for is no longer in force.'
    return undefined
  }
  const user = await access.users.find(sender.userId)
  const mayGoOn = user !== undefined && user.disabledAt === undefined && isAtLeast(user.role, 'member')
  return mayGoOn ? undefined : 'The user whom this run worked for is no longer in force.'
}

/** Returns the caller behind a session in force. */
export async function callerOfSession(id: string, { sessions, users }: Access): Promise<Caller | undefined> {
  const session = await sessions.findById(id)
  const user = session && (await users.find(session.userId))
  if (session === undefined || user === undefined || user.disabledAt !== undefined) return undefined
  return { user, session, human: true }
}

/** Returns the caller behind the id of a key in force. */
export async function callerOfKeyId(id: string, { keys, users, clock }: Access): Promise<Caller | undefined> {
  const key = await keys.find(id)
  if (key === undefined || key.revokedAt !== undefined || (key.expiresAt ?? Infinity) <= clock.now()) return undefined
  const user = await users.find(key.userId)
  return user === undefined || user.disabledAt !== undefined ? undefined : { user, key, human: key.human }
}

async function callerOfKey(secret: string, { keys, users }: Access): Promise<Caller | undefined> {
  const key = await keys.ofSecret(secret)
  const user = key && (await users.find(key.userId))
  if (key === undefined || user === undefined || user.disabledAt !== undefined) return undefined
  return { user, key, human: key.human }
}
