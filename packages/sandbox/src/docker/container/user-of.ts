import { getgid, getuid } from 'node:process'
import type { PathFact } from './path-facts.ts'

/**
 * Whom programs run as, as `uid:gid`: whoever this process runs as, or who owns the workspace where that is root, so that what is written
 * there belongs to its owner. Inside of an engine without root, root stands for the user of the engine.
 */
export function userOf(workspace: PathFact | undefined, isRootless: boolean): string {
  const uid = getuid?.() ?? 0
  if (isRootless) return '0:0'
  if (uid !== 0) return `${uid}:${getgid?.() ?? uid}`
  return workspace === undefined || workspace.kind === 'absent' ? '0:0' : `${workspace.uid}:${workspace.gid}`
}
