import type { DrawbridgeEvent } from '@drawbridge/core'

/** An event with the text that is kept of it, which is what the chain is made of. */
export interface EventEntry {
  readonly event: DrawbridgeEvent
  /** JSON on one line, as in a file of JSON Lines. */
  readonly text: string
}

export interface PlacedEntry extends EventEntry {
  /** In the order of the database, from 1. */
  readonly position: number
}
