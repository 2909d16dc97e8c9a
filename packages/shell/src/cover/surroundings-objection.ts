import { isFreePath, pathObjection } from '../effect/path-objection.ts'
import { hostObjection } from '../effect/use-host.ts'
import type { ShellCommand } from '../shell-command.ts'
import { isHarmlessAssignment } from './harmless-assignment.ts'

/**
 * Returns the reason that a command needs permission whatever program it calls: its working folder, assignments, redirections,
 * paths or hosts. Returns `undefined` if all of them pass.
 */
export function surroundingsObjection(command: ShellCommand): string | undefined {
  const { location, call } = command
  if (location.left) return 'the line leaves the workspace'
  if (!location.known) return 'the folder it runs in is not known beforehand'
  const assignment = command.assignments.find((item) => !isHarmlessAssignment(item, command))
  if (assignment !== undefined) return `the assignment of ${assignment.name} may change what programs do`
  for (const { operator, target, path } of command.redirects) {
    if (path === undefined) continue
    if (path.access === 'write' && !(path.certain && isFreePath(path.path, 'write')))
      return `${operator} ${target.text} writes a file`
    const objection = pathObjection(path)
    if (objection !== undefined) return objection
  }
  for (const use of call.paths) {
    const objection = pathObjection(use)
    if (objection !== undefined) return objection
  }
  for (const use of call.hosts) {
    const objection = hostObjection(use)
    if (objection !== undefined) return objection
  }
  return undefined
}
