import type { DrawbridgeEvent } from '../event/drawbridge-event.ts'

/** One line of a record: an event, or where a crash left half of one. */
export type RecordedLine = DrawbridgeEvent | { readonly type: 'torn'; readonly line: number }
