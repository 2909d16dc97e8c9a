import type { ShellCommand } from '../shell-command.ts'
import { coreObjection } from './core-objection.ts'
import { readonlyObjection } from './readonly-objection.ts'

/**
 * The way that an unapproved command runs by default: `core` directly, `contained` in a sandbox in which a wrong
 * classification can do no harm; `null`: it asks.
 */
export type Unapproved = 'core' | 'contained' | null

/** Returns the way that one command may run unapproved. A viewer asks if another command of its line runs contained. */
export function unapprovedOf(command: ShellCommand, line: { readonly contains: boolean }): Unapproved {
  const own = ownUnapproved(command)
  return command.call.viewer && line.contains && own === 'core' ? null : own
}

/** Returns the way that a whole line may run unapproved: that of its most restricted command. */
export function unapprovedLine(commands: readonly ShellCommand[]): {
  readonly unapproved: Unapproved
  readonly contains: boolean
} {
  let unapproved: Unapproved = 'core'
  let contains = false
  let viewer = false
  for (const command of commands) {
    if (command.speculative) continue
    const own = ownUnapproved(command)
    if (own === null) unapproved = null
    contains ||= own === 'contained'
    viewer ||= command.call.viewer
  }
  if (unapproved === 'core' && contains) unapproved = viewer ? null : 'contained'
  return { unapproved, contains }
}

function ownUnapproved(command: ShellCommand): Unapproved {
  if (readonlyObjection(command) !== undefined) return null
  return coreObjection(command) === undefined ? 'core' : 'contained'
}
