import { isHarmlessAssignment } from '../cover/harmless-assignment.ts'
import type { ShellCommand } from '../shell-command.ts'

/**
 * Returns the reason that a command may touch files that neither its words nor its redirections name; `undefined` if they name all.
 */
export function unnamedObjection(command: ShellCommand): string | undefined {
  const { argv, assignments, call, isFunction, speculative } = command
  if (speculative) return undefined
  const assignment = assignments.find((item) => !isHarmlessAssignment(item, command))
  if (assignment !== undefined) return `the assignment of ${assignment.name} may change which files it touches`
  return isFunction || argv.length === 0 ? undefined : call.unnamed
}
