import type { DrawbridgeEvent } from '../event/drawbridge-event.ts'
import type { Recorder } from '../event/recorder.ts'

/** A recorder that keeps everything in memory, for looking at afterwards. */
export interface MemoryRecorder extends Recorder {
  readonly events: readonly DrawbridgeEvent[]
  /** The types of the events, in order. */
  types(): readonly DrawbridgeEvent['type'][]
}

export function createMemoryRecorder(): MemoryRecorder {
  const events: DrawbridgeEvent[] = []
  return {
    events,
    types: () => events.map((event) => event.type),
    append: (event) => void events.push(event),
  }
}
