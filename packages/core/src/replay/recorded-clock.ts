import type { Clock } from '../clock/clock.ts'
import type { DrawbridgeEvent } from '../event/drawbridge-event.ts'
import type { Cursor } from './cursor.ts'

/** A clock that returns the recorded time of the call's next event, and whose timers fire on command. */
export interface RecordedClock extends Clock {
  /** Lets all timers run out. */
  ring(): void
}

/** @param waitMs The time that approvers had. */
export function createRecordedClock(cursor: Cursor, waitMs: number): RecordedClock {
  const timers = new Set<() => void>()
  let last = 0
  return {
    now: () => {
      const next = cursor.upcoming
      if (next !== undefined) last = readingFor(next.event, waitMs)
      return last
    },
    after: (_delayMs, callback) => {
      timers.add(callback)
      return { [Symbol.dispose]: () => void timers.delete(callback) }
    },
    ring: () => {
      for (const callback of [...timers]) callback()
      timers.clear()
    },
  }
}

function readingFor(event: DrawbridgeEvent, waitMs: number): number {
  switch (event.type) {
    case 'tool.called':
    case 'tool.resumed':
      return event.receivedAt
    case 'permission.requested':
      return event.request.expiresAt - waitMs
    case 'permission.granted':
      return event.grant.grantedAt
    default:
      return event.time
  }
}
