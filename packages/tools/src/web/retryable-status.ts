/** Returns true if a server that answered with this status may answer otherwise later. */
export function isRetryableStatus(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500
}
