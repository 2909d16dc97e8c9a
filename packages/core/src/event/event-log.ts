import { channel } from 'node:diagnostics_channel'
import type { Clock } from '../clock/clock.ts'
import type { Scrubber } from '../scrub/index.ts'
import type { DrawbridgeEvent, DrawbridgeEventBody } from './drawbridge-event.ts'
import { coreEvents, describeEvent, type EventCatalogue } from './event-catalogue.ts'
import type { AnyEventBody } from './event-family.ts'
import type { Recorder } from './recorder.ts'

/** Called with every event as it happens. Must not throw and must not wait; a sink that throws is dropped. */
export type EventSink = (event: DrawbridgeEvent) => void

/** Stamps and scrubs the events of one session, passes them to listeners, and has the lasting ones recorded. */
export interface EventLog {
  /** For listeners only. */
  announce(body: DrawbridgeEventBody, run: string): void
  /**
   * Records an event and publishes it to the listeners once the recorder has accepted it.
   * @param time The time of the event, if the caller has read the clock already.
   */
  record(body: DrawbridgeEventBody, run: string, durability: 'durable' | 'grouped', time?: number): void | Promise<void>
  subscribe(sink: EventSink): Disposable
}

export interface EventLogOptions {
  readonly session: string
  readonly clock: Clock
  readonly recorder: Recorder
  readonly scrubber: Scrubber
  readonly sinks?: readonly EventSink[]
  /**
   * The families that say how events are scrubbed. Default: those of this package. An event of an unknown type is scrubbed as a
   * whole.
   */
  readonly catalogue?: EventCatalogue
}

/** Publishes a line about each event, without contents, for tools that watch the process. */
const eventChannel = channel('drawbridge:event')

/** Creates the log of a run. */
export function createEventLog(options: EventLogOptions): EventLog {
  const { session, clock, recorder, scrubber, sinks = [], catalogue = coreEvents } = options
  const listeners = new Set(sinks)
  let sequence = 0

  const stamp = (body: DrawbridgeEventBody, run: string, time = clock.now()): DrawbridgeEvent => {
    sequence += 1
    return { sequence, time, session, run, ...scrubEvent(body, scrubber, catalogue) }
  }
  const publish = (event: DrawbridgeEvent) => {
    for (const listener of listeners) {
      try {
        listener(event)
      } catch {
        listeners.delete(listener)
      }
    }
    if (eventChannel.hasSubscribers)
      eventChannel.publish({ session: event.session, run: event.run, ...describeEvent(event, catalogue) })
  }

  return {
    announce: (body, run) => publish(stamp(body, run)),
    record: (body, run, durability, time) => {
      const event = stamp(body, run, time)
      const kept = recorder.append(event, durability)
      if (kept === undefined) return publish(event)
      return kept.then(() => publish(event))
    },
    subscribe: (sink) => {
      listeners.add(sink)
      return { [Symbol.dispose]: () => void listeners.delete(sink) }
    },
  }
}

/** An event with everything scrubbed that the exit of the pipeline has not scrubbed already, as its family says. */
export function scrubEvent<Body extends AnyEventBody>(
  body: Body,
  scrubber: Scrubber,
  catalogue: EventCatalogue = coreEvents,
): Body {
  return catalogue.kindOf(body.type).scrub(body, scrubber) as Body
}
