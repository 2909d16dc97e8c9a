import type { EventStamp } from './event-family.ts'
import type { ApprovalEvents } from './families/approval-events.ts'
import type { CallEvents, ToolEnded } from './families/call-events.ts'
import type { HookEvents } from './families/hook-events.ts'
import type { FlowEvents, PolicyEvents } from './families/policy-events.ts'
import type { QuestionEvents } from './families/question-events.ts'
import type { RunEvents } from './families/run-events.ts'

/** The body of each type of event that this package declares, by its type. */
export interface EventBodies
  extends RunEvents,
    CallEvents,
    ApprovalEvents,
    QuestionEvents,
    HookEvents,
    PolicyEvents,
    FlowEvents {}

/** An event as the pipeline says it: one closed union. */
export type DrawbridgeEventBody = EventBodies[keyof EventBodies]

/**
 * An event as it is published and recorded. A record may hold others too, of packages or versions that its reader does not know:
 * look a type up in an {@link EventCatalogue}, which has an answer for any.
 */
export type DrawbridgeEvent = EventStamp & DrawbridgeEventBody

/** The one end of a call that the pipeline brought to its end. */
export type EndEvent = EventStamp & ToolEnded

const endTypes: ReadonlySet<string> = new Set<ToolEnded['type']>([
  'tool.completed',
  'tool.failed',
  'tool.denied',
  'tool.cancelled',
])

/** Returns true if an event is the end of a call, with its result. A different type with a field `result` is not. */
export function isEndEvent<Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, { readonly type: ToolEnded['type'] }> {
  return endTypes.has(event.type)
}
