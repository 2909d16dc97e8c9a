/** The time, passed in so that tests and replays decide it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Runs `callback` once after `delayMs`; disposing the handle before that cancels it. Never keeps a process alive. */
  after(delayMs: number, callback: () => void): Disposable
}
