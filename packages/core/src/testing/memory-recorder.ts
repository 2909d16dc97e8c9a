import type { DrawbridgeEvent } from '../event/drawbridge-event.ts'
import type { Recorder } from '../event/recorder.ts'

/** A recorder that keeps everything in memory, for looking at afterwards. */
export interface MemoryRecorder extends Recorder {
  readonly events: readonly DrawbridgeEvent[]
  /** The types of the events, in order, without those that only say how runs and calls came in. */
  types(): readonly DrawbridgeEvent['type'][]
}

const arrivals: ReadonlySet<DrawbridgeEvent['type']> = new Set(['run.started', 'tool.called', 'tool.resumed'])

/** Creates an empty recorder. */
export function createMemoryRecorder(): MemoryRecorder {
  const events: DrawbridgeEvent[] = []
  return {
    events,
    types: () => events.map((event) => event.type).filter((type) => !arrivals.has(type)),
    append: (event) => void events.push(event),
  }
}
