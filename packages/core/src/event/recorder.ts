import type { DrawbridgeEvent } from './drawbridge-event.ts'

/**
 * Keeps the events of a session for good. What it cannot keep it rejects, and the call that waits for it ends with `store_unavailable`.
 * `durable`: resolve only once the event survives the death of the process. `grouped`: may wait for the next commit.
 */
export interface Recorder {
  append(event: DrawbridgeEvent, durability: 'durable' | 'grouped'): void | Promise<void>
}

/** Keeps nothing, for runs that ask for no record. */
export const noRecorder: Recorder = { append: () => undefined }
