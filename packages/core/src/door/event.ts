export { type DrawbridgeEventBody, type EndEvent, isEndEvent } from '../event/drawbridge-event.ts'
export {
  coreEvents,
  createEventCatalogue,
  describeEvent,
  type EventCatalogue,
  withEventFamilies,
} from '../event/event-catalogue.ts'
export type {
  AnyEvent,
  AnyEventBody,
  EventFamily,
  EventKind,
  EventLine,
  EventNode,
  EventStamp,
  ReplayClass,
} from '../event/event-family.ts'
export { createEventLog, type EventLog, type EventSink } from '../event/event-log.ts'
export { turnNodeId } from '../event/families/call-events.ts'
export { type RunEndReason, runNodeId, type SessionKind, sessionKinds } from '../event/families/run-events.ts'
export { noRecorder, type Recorder } from '../event/recorder.ts'
export { scrubFields, scrubNothing } from '../event/scrub-fields.ts'
