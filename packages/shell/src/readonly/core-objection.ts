import type { ShellCommand } from '../model/shell-command.ts'
import { readonlyObjection } from './readonly-objection.ts'

/** Why a command may not run directly unless somebody approved it; `undefined` if it is on the core list. */
export function coreObjection(command: ShellCommand): string | undefined {
  return readonlyObjection(command) ?? (command.isFunction ? undefined : command.call.doubt)
}
