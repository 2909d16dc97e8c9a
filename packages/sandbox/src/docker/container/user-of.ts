import { getgid, getuid } from 'node:process'
import type { PathFact } from './path-facts.ts'

/**
 * Returns the `uid:gid` for programs: this process's user, or the workspace owner if this process is root, so that new
 * files belong to the owner. In a rootless engine, root means the user of the engine.
 */
export function userOf(workspace: PathFact | undefined, isRootless: boolean): string {
  const uid = getuid?.() ?? 0
  if (isRootless) return '0:0'
  if (uid !== 0) return `${uid}:${getgid?.() ?? uid}`
  return workspace === undefined || workspace.kind === 'absent' ? '0:0' : `${workspace.uid}:${workspace.gid}`
}
