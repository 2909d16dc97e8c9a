import { UsageError } from '../command-line/usage-error.ts'

/** Reads a day or a moment, in milliseconds since the Unix epoch. */
export function readTime(text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time))
    throw new UsageError(`"${text}" is not a time. Write a day or a time, such as 2026-11-28 or 2026-11-28T08:00:00Z.`)
  return time
}
