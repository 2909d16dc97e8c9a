import type { DrawbridgeEvent } from '../event/drawbridge-event.ts'

/** One line of a record: an event, or the incomplete line that a crash left. */
export type RecordedLine = DrawbridgeEvent | { readonly type: 'torn'; readonly line: number }
