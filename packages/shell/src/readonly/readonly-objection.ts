import { surroundingsObjection } from '../cover/surroundings-objection.ts'
import type { ShellCommand } from '../shell-command.ts'

/** Returns the reason that a command is not known to be read-only; `undefined` if it is. */
export function readonlyObjection(command: ShellCommand): string | undefined {
  const { argv, call } = command
  if (command.speculative) return 'it is only a guess at what is started'
  if (!command.isFunction && argv.length > 0) {
    if (!call.readonly) return call.change ?? `${call.name} is not known to be read-only`
    if (call.effects.has('network')) return `${call.name} reaches out to the network`
  }
  for (const word of argv) {
    if (word.static || word.pipe !== undefined || word.pattern) continue
    if (word === argv[0]) return `${word.text} is not known beforehand`
    // A test shows nothing but its outcome.
    if (word.secret && call.name !== '[' && call.name !== 'test') return `${word.text} could show a secret`
  }
  if (command.stdin?.secret === true) return `${command.stdin.text} could show a secret`
  return surroundingsObjection(command)
}

/** Returns the reason why a command may not run directly without approval; `undefined` if it is on the core list. */
export function coreObjection(command: ShellCommand): string | undefined {
  return readonlyObjection(command) ?? (command.isFunction ? undefined : command.call.doubt)
}

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
