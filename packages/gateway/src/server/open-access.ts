import {
  type Attempts,
  type BrowserSessions,
  createAttempts,
  createBrowserSessions,
  createKeys,
  createOneTimeCodes,
  createSessionKeys,
  createUsers,
  type Keys,
  type OneTimeCodes,
  type SessionKeys,
  type SessionTimes,
  type Users,
} from '@drawbridge/access'
import type { Clock } from '@drawbridge/core/base'
import type { Database } from '@drawbridge/store/database'

/** Everything that says who may come in. */
export interface Access {
  readonly clock: Clock
  readonly users: Users
  readonly keys: Keys
  readonly sessions: BrowserSessions
  readonly codes: OneTimeCodes
  readonly attempts: Attempts
  readonly sessionKeys: SessionKeys
}

/** Opens the users, keys and sessions of a database. */
export function openAccess(
  database: Database,
  { clock, times }: { readonly clock: Clock; times(): SessionTimes },
): Access {
  return {
    clock,
    users: createUsers(database, { clock }),
    keys: createKeys(database, { clock }),
    sessions: createBrowserSessions(database, { clock, times }),
    codes: createOneTimeCodes(database, { clock }),
    attempts: createAttempts(database, { clock }),
    sessionKeys: createSessionKeys(database),
  }
}
