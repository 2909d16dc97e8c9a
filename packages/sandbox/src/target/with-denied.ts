import type { Target } from '@drawbridge/core'
import type { DynamicTarget, PathDenials, PathTarget } from '@drawbridge/core/target'
import type { PathView } from '../path/path-view.ts'
import { metBelow } from './met-below.ts'

export interface DeniedBelowOptions {
  readonly by: 'tool' | 'program'
  /** Nothing can be left out of the folder. */
  readonly isWhole: boolean
  /** A folder is there. */
  readonly isFolder: boolean
  /** The call's view of the machine, if it works in a sandbox. The sandbox masks files that rules deny to readers. */
  readonly view?: PathView | undefined
  /** Returns true if an entry is meant; absent if all are. */
  readonly isKept?: ((path: string) => boolean) | undefined
}

/**
 * A target with the entries below it that rules deny, as targets of their own. File tools leave entries out of what they read, and
 * sandboxes mask them: there the folder is only marked. A program may also make an entry that is not there yet, so a folder
 * that it writes keeps no mark, and the rule asks.
 */
export function withDenied(
  target: PathTarget,
  denials: PathDenials | undefined,
  { by, isWhole, isFolder, view, isKept }: DeniedBelowOptions,
): readonly Target[] {
  const { real, access, declared } = target
  const isReading = access === 'read' || access === 'list'
  // Programs move and remove folders without being told to descend, and write into those that are there.
  const recursive = target.recursive || (by === 'program' && (access === 'delete' || (access === 'write' && isFolder)))
  if (!recursive || denials?.mayLieBelow(real, access) !== true || denials.find(real, access) !== undefined)
    return [target]
  const isMasked = by === 'program' && view !== undefined
  if (isReading && (isMasked || !isWhole)) return [{ ...target, below: 'filtered' }]
  if (by === 'program' && access === 'write') return [{ ...target, recursive }]
  const { sensitive: paths, isCut } = metBelow(real, {
    isSensitive: (path) => denials.find(path, access) !== undefined && isKept?.(path) !== false,
  })
  const met = paths.map((path): PathTarget => {
    const { why: _, protected: __, ...rest } = target
    return { ...rest, declared: path, real: path, recursive: false, metIn: declared }
  })
  const rest: DynamicTarget = { kind: 'dynamic', of: 'path', why: `"${declared}" contains too many files to examine` }
  return [{ ...target, below: 'surveyed' }, ...met, ...(isCut ? [rest] : [])]
}
