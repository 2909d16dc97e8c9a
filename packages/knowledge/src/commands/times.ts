import { DrawbridgeError } from '@drawbridge/core'
import type { CommandInvocation, CommandOption } from '@drawbridge/room'

/** The options for the two times of a fact. */
export const timeOptions: readonly CommandOption[] = [
  { flags: '--as-of <date>', summary: 'what held at this time; default now' },
  { flags: '--known-at <date>', summary: 'as it was known at this time; default as it is known now' },
]

/**
 * Reads an option that is a date, in milliseconds since the Unix epoch.
 * @throws DrawbridgeError `invalid_option` if it is none.
 */
export function readTime(options: CommandInvocation['options'], name: string): number | undefined {
  const given = options[name]
  if (given === undefined) return undefined
  const time = typeof given === 'string' && /^\d{4}-\d\d-\d\d/.test(given) ? Date.parse(given) : Number.NaN
  if (Number.isFinite(time)) return time
  const flag = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  throw new DrawbridgeError(
    'invalid_option',
    `--${flag} must be a date such as 2026-11-29 or 2026-11-29T09:00:00Z, not ${JSON.stringify(given)}.`,
  )
}
