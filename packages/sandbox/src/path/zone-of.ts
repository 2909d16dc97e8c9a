import { isWithin } from '@drawbridge/core/base'
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
