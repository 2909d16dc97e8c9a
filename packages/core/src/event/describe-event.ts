import { coreEvents, type EventCatalogue } from './event-catalogue.ts'
import type { AnyEvent } from './event-family.ts'

/** An event as one line of a log: that it happened, to which call, and what its family shows of it. */
export function describeEvent(
  event: AnyEvent,
  catalogue: EventCatalogue = coreEvents,
): Readonly<Record<string, string | number | boolean>> {
  const { type, sequence, time } = event
  const call = 'toolCallId' in event && typeof event.toolCallId === 'string' ? { toolCallId: event.toolCallId } : {}
  return { ...catalogue.kindOf(type).line(event), type, sequence, time, ...call }
}
