import { createEventLog, createSessionState, type EventLog, openRun, type Run, safeDialect } from '@drawbridge/core'
import type { SessionOptions } from './session-options.ts'
import type { SharedServices } from './shared-services.ts'

/** A conversation: what its runs have in common is what they remember of each other, and the record. */
export interface Session extends Run {
  readonly id: string
  /** Another run in this session, with a tool set and an end of its own. */
  openRun(options?: Omit<SessionOptions, 'id'>): Run
}

export function openSession(services: SharedServices, options: SessionOptions = {}): Session {
  const { ids, clock, recorder, scrubber } = services
  const id = options.id ?? ids.next('session')
  const state = createSessionState()
  const events: EventLog = createEventLog({ session: id, clock, recorder, scrubber })

  const open = (runOptions: Omit<SessionOptions, 'id'>): Run => {
    const { principal, approvers = services.approvers, dialect = safeDialect, hide, signal } = runOptions
    return openRun({
      ...services,
      session: state,
      events,
      principal: { role: 'main', parents: [], ...principal, session: id, run: ids.next('run') },
      approvers,
      dialect,
      ...(hide === undefined ? {} : { hide }),
      ...(signal === undefined ? {} : { signal }),
    })
  }
  return { id, ...open(options), openRun: (runOptions = {}) => open({ ...options, ...runOptions }) }
}
