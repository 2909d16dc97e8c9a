/** The signals that ask a tree of processes to end before it is killed. */
export interface Manner {
  /** Sent in this order before `SIGKILL`. */
  readonly signals: readonly NodeJS.Signals[]
  /** The time that each of them has to take effect, in milliseconds. */
  readonly graceMs: number
}

/** As a person at a terminal would, who first presses Control-C. */
export const politely: Manner = { signals: ['SIGINT', 'SIGTERM'], graceMs: 1000 }
/** For what was left behind. */
export const quickly: Manner = { signals: ['SIGTERM'], graceMs: 200 }
export const atOnce: Manner = { signals: [], graceMs: 0 }
