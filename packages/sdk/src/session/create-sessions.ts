import type { Session, SessionOptions } from '@drawbridge/core'
import { openSession } from './open-session.ts'
import type { KnownRuns } from './run-ceilings.ts'
import type { SharedServices } from './shared-services.ts'

/** Opens sessions, and ends those that are still open when it is disposed of. */
export interface Sessions extends AsyncDisposable {
  /** @param own Services of this session alone. */
  open(options?: SessionOptions, own?: Partial<SharedServices>): Session
  /** Undefined if it is not open. */
  find(id: string): Session | undefined
}

export function createSessions(services: Omit<SharedServices, 'runs'>): Sessions {
  const sessions = new Set<Session>()
  const runs: KnownRuns = new Map()
  return {
    open: (options, own = {}) => {
      const session: Session = openSession({ ...services, runs, ...own }, options, () => sessions.delete(session))
      sessions.add(session)
      return session
    },
    find: (id) => [...sessions].find((session) => session.id === id),
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...sessions].map((session) => session[Symbol.asyncDispose]()))
    },
  }
}
