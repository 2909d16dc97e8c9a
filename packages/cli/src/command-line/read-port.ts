import { UsageError } from './usage-error.ts'

/** Reads the port of a flag. Returns 0, which takes a free port, where none is named. */
export function readPort(text = '0'): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new UsageError(`--port ${JSON.stringify(text)} is not a port. Write a whole number up to 65535.`)
}
