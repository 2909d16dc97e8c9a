import { type Failure, failure } from '@drawbridge/core'
import { isWithin } from '@drawbridge/core/base'
import { foldPath } from '@drawbridge/core/machine'
import type { PathAccess, PathZone } from '@drawbridge/core/target'
import type { Boundaries } from './boundaries.ts'

export interface PathPlace {
  readonly zone: PathZone
  /** The innermost granted folder that holds the path. */
  readonly root?: string
}

/** Returns the zone of a real path for one kind of access: reading may also use the read roots. */
export function zoneOf(real: string, access: PathAccess, boundaries: Boundaries): PathPlace {
  const { workspace, readRoots, writeRoots } = boundaries
  const reads = access === 'read' || access === 'list'
  const roots = [workspace, ...writeRoots, ...(reads ? readRoots : [])].filter((root) => isWithin(root, real))
  const root = roots.reduce<string | undefined>(
    (inner, next) => (next.length > (inner?.length ?? 0) ? next : inner),
    undefined,
  )
  if (root === undefined) return { zone: 'outside' }
  return { zone: isWithin(workspace, real) ? 'workspace' : 'root', root }
}

const ownFolders: ReadonlySet<string> = new Set(['.drawbridge', '.goclaw'])

/** The reason that no tool may touch a path, whatever anybody decides. */
export type Closure = 'own_data' | 'denied'

/**
 * Returns the reason why a real path is closed to every tool: because it was denied to the run, or because it is
 * Drawbridge's own data, that is its home folder and any `.drawbridge` or `.goclaw` folder. A granted folder (the
 * workspace, a skill) may be below the home; then only the part below that folder counts.
 */
export function closureOf(
  real: string,
  { root }: PathPlace,
  { home, denied, closed }: Pick<Boundaries, 'home' | 'denied' | 'closed'>,
): Closure | undefined {
  if (denied.some((folder) => isWithin(folder, real)) || closed?.(real) === true) return 'denied'
  const isOpened = root !== undefined && home !== undefined && root !== home && isWithin(home, root)
  if (home !== undefined && isWithin(home, real) && !isOpened) return 'own_data'
  return relativeParts(real, root).some((part) => ownFolders.has(foldPath(part))) ? 'own_data' : undefined
}

const reasons = {
  own_data: "belongs to Drawbridge's own data, which no tool may access",
  denied: 'was closed to this run by the operator',
} as const satisfies Record<Closure, string>

export function closedFailure(path: string, closure: Closure): Failure {
  return failure('path_outside_roots', `"${path}" ${reasons[closure]}. Use another path.`)
}

/** Returns the parts of `path` below `folder`, or all its parts if it is not below it. */
function relativeParts(path: string, folder: string | undefined): readonly string[] {
  const below = folder !== undefined && isWithin(folder, path) ? path.slice(folder.length) : path
  return below.split('/').filter((part) => part !== '')
}
