import { basename, dirname, join } from 'node:path'
import type { Target } from '@drawbridge/core'
import { isWithin } from '@drawbridge/core/base'
import type { PathTarget } from '@drawbridge/core/target'
import { resolveRealPath } from '../path/resolve-real-path.ts'
import { sharedContent } from '../path/shared-content.ts'
import { type GrantContext, grant } from './grant.ts'
import type { Visibility } from './walk-granted.ts'

/**
 * Checks if a path that a helper program found may be shown: it is below a target that reads or lists, not hidden, and
 * its content is not also elsewhere. Called for each hit of a search, so folders are resolved once. A link is shown
 * only if its target may be.
 */
export function createVisiblePaths(
  context: GrantContext,
  { isForbidden, isSensitive, isDenied }: Visibility,
): (path: string) => boolean {
  const { boundaries, probe } = context
  const targets = context.targets.filter(isSeen)
  const folders = new Map<string, string | undefined>()
  const realFolder = (folder: string): string | undefined => {
    if (!folders.has(folder)) {
      const resolved = resolveRealPath(folder, { probe, followLast: true })
      folders.set(folder, resolved.status === 'found' ? resolved.real : undefined)
    }
    return folders.get(folder)
  }

  return (path) => {
    const absolute = path.startsWith('/') ? path : join(boundaries.workspace, path)
    const folder = realFolder(dirname(absolute))
    const real = folder === undefined ? undefined : join(folder, basename(absolute))
    const target = real === undefined ? undefined : targets.find((candidate) => covers(candidate, real))
    if (real === undefined || target === undefined || isForbidden(real)) return false
    if (!target.sensitive && isSensitive(real)) return false
    if (isDenied(real, target.access)) return false
    try {
      const entry = probe.inspect(real)
      if (entry.kind === 'link') return isGranted(path, context)
      return target.zone === 'outside' || sharedContent(real, target.access, entry) === undefined
    } catch {
      return false
    }
  }
}

function isSeen(target: Target): target is PathTarget {
  return target.kind === 'path' && (target.access === 'read' || target.access === 'list')
}

function covers(target: PathTarget, real: string): boolean {
  return target.real === real || (target.recursive && isWithin(target.real, real))
}

function isGranted(path: string, context: GrantContext): boolean {
  try {
    grant(path, 'list', context)
    return true
  } catch {
    return false
  }
}
