import { type DrawbridgeEvent, type DrawbridgeEventBody, isEndEvent } from '../event/drawbridge-event.ts'
import { type EventLog, scrubEvent } from '../event/event-log.ts'
import type { Scrubber } from '../scrub/index.ts'
import type { Cursor } from './cursor.ts'
import type { Slot } from './history.ts'
import type { Ledger } from './ledger.ts'
import type { Timeline } from './timeline.ts'

export interface ReplayLogOptions {
  readonly session: string
  /** The cursor of the call, if there is one. */
  readonly call?: Cursor
  /** True if the record has no end of the call. */
  readonly breaksOff?: boolean
  /** Position from which on the end of the call has its effect. */
  readonly effect?: number | undefined
  /** The cursor of the run. */
  readonly run: Cursor
  readonly timeline: Timeline
  readonly ledger: Ledger
  readonly scrubber: Scrubber
  /** Changes an event before it is compared. */
  readonly amend?: (event: DrawbridgeEvent, recorded: DrawbridgeEvent) => DrawbridgeEvent
  /** Throws if the record says that this event could not be recorded. */
  readonly check?: (body: DrawbridgeEventBody) => void
}

/** An event log that keeps nothing: it holds each event back until its turn and compares it with the recorded one. */
export function createReplayLog(options: ReplayLogOptions): EventLog {
  const { session, call, breaksOff = false, effect, run, timeline, ledger, scrubber, amend, check } = options

  const settle = (slot: Slot, body: DrawbridgeEventBody, runId: string) => {
    // The clock's time and the log's sequence are not made again.
    const { sequence, time } = slot.event
    const event: DrawbridgeEvent = { sequence, time, session, run: runId, ...scrubEvent(body, scrubber) }
    ledger.compare(slot, amend === undefined ? event : amend(event, slot.event))
  }
  const record: EventLog['record'] = (body, runId) => {
    check?.(body)
    const isOfCall = 'toolCallId' in body
    // The record breaks off here: the rest of the call is unknown.
    if (isOfCall && breaksOff && call?.upcoming === undefined) return new Promise(() => undefined)
    const slot = (isOfCall ? call : run)?.claim(body.type)
    // An event that a run was about to record when its record broke off.
    if (slot === undefined && !isOfCall && timeline.isAtEnd) return undefined
    if (slot === undefined) return ledger.addExtra(scrubEvent(body, scrubber))
    if (slot.position <= timeline.head) {
      settle(slot, body, runId)
      return isEndEvent(body) && effect !== undefined ? timeline.reach(effect) : undefined
    }
    return timeline.reach(slot.position).then(() => {
      settle(slot, body, runId)
      return isEndEvent(body) && effect !== undefined ? timeline.reach(effect) : undefined
    })
  }
  return {
    announce: (body, runId) => {
      // Announced events are in no record, but a replay may be of what a listener wrote down.
      if (call?.find(body.type) !== undefined) void record(body, runId, 'grouped')
    },
    record,
    subscribe: () => ({ [Symbol.dispose]: () => undefined }),
  }
}
