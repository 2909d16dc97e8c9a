import { DrawbridgeError } from '@drawbridge/core'
import { didYouMean } from '@drawbridge/core/base'
import { type CommandInvocation, type UserRole, userRoles } from '@drawbridge/room'
import { operatorOf } from '@drawbridge/sandbox/operator'

/** Returns the person at the command line. Throws `invalid_option` if a tool started the command. */
export function needPerson({ io }: Pick<CommandInvocation, 'io'>, what: string): string {
  const { client, human } = operatorOf(io.environment)
  if (human) return client
  throw new DrawbridgeError(
    'invalid_option',
    `Only a person can ${what}, and a tool started this command. Do it at your own terminal.`,
  )
}

/** Reads the name of a role. */
export function readRole(text: string): UserRole {
  const role = userRoles.find((each) => each === text)
  if (role !== undefined) return role
  const hint = didYouMean(text, userRoles)
  throw new DrawbridgeError(
    'invalid_option',
    `${JSON.stringify(text)} is not a role.${hint} Valid: ${userRoles.join(', ')}.`,
  )
}

const dayMs = 86_400_000

/** Reads a number of days, or `never`. @returns Milliseconds since the Unix epoch; undefined for never. */
export function readExpiry(days: string, now: number): number | undefined {
  if (days === 'never') return undefined
  const count = Number(days)
  if (Number.isFinite(count) && count > 0 && count <= 36_500) return now + Math.round(count * dayMs)
  throw new DrawbridgeError(
    'invalid_option',
    `--expires ${JSON.stringify(days)} is not a number of days. Write a number above 0, such as 30, or never.`,
  )
}

/** Returns the text of an option that has a value. */
export function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
