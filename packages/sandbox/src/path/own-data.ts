import type { Boundaries } from './boundaries.ts'
import { foldPath } from './fold-path.ts'
import { isWithin } from './is-within.ts'
import { relativeParts } from './relative-parts.ts'
import type { PathPlace } from './zone-of.ts'

const ownFolders: ReadonlySet<string> = new Set(['.drawbridge', '.goclaw'])

/**
 * Whether a real path belongs to Drawbridge's own data: its home folder, and any `.drawbridge` or `.goclaw` folder. A
 * granted folder (the workspace, a skill) may lie below the home; then the part below that folder is what counts.
 */
export function isOwnData(real: string, { root }: PathPlace, { home }: Pick<Boundaries, 'home'>): boolean {
  if (home !== undefined && isWithin(home, real) && !(root !== undefined && root !== home && isWithin(home, root))) {
    return true
  }
  return relativeParts(real, root).some((part) => ownFolders.has(foldPath(part)))
}
