import {
  createEventLog,
  createSessionState,
  type EventLog,
  openRun,
  type Principal,
  type Run,
  safeDialect,
} from '@drawbridge/core'
import type { SessionOptions } from './session-options.ts'
import type { SharedServices } from './shared-services.ts'

/**
 * A conversation: what its runs have in common is what they remember of each other, and the record. Disposing of it ends the processes
 * that it left in the background.
 */
export interface Session extends Run, AsyncDisposable {
  readonly id: string
  /** Another run in this session, with a tool set and an end of its own. */
  openRun(options?: Omit<SessionOptions, 'id'>): Run
}

/** @param onEnd Called once the session has been disposed of. */
export function openSession(services: SharedServices, options: SessionOptions = {}, onEnd?: () => unknown): Session {
  const { ids, clock, recorder, scrubber } = services
  const id = options.id ?? ids.next('session')
  const state = createSessionState()
  const events: EventLog = createEventLog({ session: id, clock, recorder, scrubber })

  const open = (runOptions: Omit<SessionOptions, 'id'>): Run => {
    const { approvers = services.approvers, dialect = safeDialect, signal } = runOptions
    const principal: Principal = {
      role: 'main',
      parents: [],
      ...runOptions.principal,
      session: id,
      run: ids.next('run'),
    }
    return openRun({
      ...services,
      ...services.policy.forRun(principal, runOptions),
      session: state,
      events,
      principal,
      approvers,
      dialect,
      ...(signal === undefined ? {} : { signal }),
    })
  }
  return {
    id,
    ...open(options),
    openRun: (runOptions = {}) => open({ ...options, ...runOptions }),
    [Symbol.asyncDispose]: async () => {
      await state[Symbol.asyncDispose]()
      onEnd?.()
    },
  }
}
