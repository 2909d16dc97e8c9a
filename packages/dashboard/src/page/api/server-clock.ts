let serverAt = Date.now()
let measuredAt = performance.now()

/** Sets the clock by the server's word. A wrong clock of this computer then changes nothing that is shown. */
export function setServerTime(time: string | number): void {
  serverAt = toTime(time)
  measuredAt = performance.now()
}

/** Returns the server's time, in milliseconds since the Unix epoch. */
export function serverNow(): number {
  return serverAt + (performance.now() - measuredAt)
}

/** Returns a time of the API, which may be a text or a number, in milliseconds since the Unix epoch. */
export function toTime(time: string | number): number {
  return typeof time === 'number' ? time : Date.parse(time)
}
