import type { ShellCommand } from '../shell-command.ts'
import { readonlyObjection } from './readonly-objection.ts'

/** Returns the reason why a command may not run directly without approval; `undefined` if it is on the core list. */
export function coreObjection(command: ShellCommand): string | undefined {
  return readonlyObjection(command) ?? (command.isFunction ? undefined : command.call.doubt)
}
