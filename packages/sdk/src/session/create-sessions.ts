import type { Session, SessionOptions } from '@drawbridge/core'
import type { House } from '@drawbridge/room'
import { openSession } from './open-session.ts'
import { type KnownRuns, standingLimitsOf } from './run-ceilings.ts'
import { createRunEnds } from './run-ends.ts'
import type { SharedServices } from './shared-services.ts'

/** Opens sessions, and ends those that are still open when it is disposed of. */
export interface Sessions extends AsyncDisposable {
  /** @param own Services of this session alone. */
  open(options?: SessionOptions, own?: Partial<SharedServices>): Session
  /** Undefined if it is not open. */
  find(id: string): Session | undefined
  /** Undefined if no session with this run is open. */
  readonly limitsOf: House['limitsOf']
  readonly afterRun: House['afterRun']
}

export function createSessions(services: Omit<SharedServices, 'runs' | 'runEnds'>): Sessions {
  const sessions = new Set<Session>()
  const runs: KnownRuns = new Map()
  const runEnds = createRunEnds()
  return {
    open: (options, own = {}) => {
      const session: Session = openSession({ ...services, runs, runEnds, ...own }, options, () =>
        sessions.delete(session),
      )
      sessions.add(session)
      return session
    },
    find: (id) => [...sessions].find((session) => session.id === id),
    afterRun: runEnds.after,
    limitsOf: (run) => {
      const limits = runs.get(run)
      return limits && standingLimitsOf(limits, services.registry.list())
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...sessions].map((session) => session[Symbol.asyncDispose]()))
    },
  }
}
