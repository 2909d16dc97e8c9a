import type { ApiKey, BrowserSession, User } from '@drawbridge/access'
import { type UserRole, userRoles } from '@drawbridge/room'

/** The sender of a request: a person in a browser, or the holder of a key. */
export interface Caller {
  readonly user: User
  /** Present for a browser. */
  readonly session?: BrowserSession
  /** Present for a key. */
  readonly key?: ApiKey
  /** True if the decisions of a person may come from it. */
  readonly human: boolean
}

/** Returns the name under which things of a caller are kept apart from those of others: of its key, or of its user. */
export function callerId({ user, key }: Caller): string {
  return key?.id ?? user.id
}

/** Returns true if one role has at least the rights of another. */
export function isAtLeast(role: UserRole, least: UserRole): boolean {
  return userRoles.indexOf(role) >= userRoles.indexOf(least)
}

/** Returns true if the key of a caller, if it has one, has a scope. */
export function hasScope({ key }: Caller, scope: string | undefined): boolean {
  return key === undefined || scope === undefined || key.scopes.includes(scope) || key.scopes.includes('all')
}
