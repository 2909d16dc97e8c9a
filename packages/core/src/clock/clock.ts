/** The time, passed in so that tests and replays decide it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /**
   * Runs `callback` once after `delayMs`; disposing the handle before that cancels it.
   * @param process `kept-alive`: the process does not exit before. Default: `may-exit`.
   */
  after(delayMs: number, callback: () => void, process?: 'kept-alive' | 'may-exit'): Disposable
}
