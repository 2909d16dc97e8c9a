import { isAbsolute } from 'node:path'
import type { Target } from '@drawbridge/core'
import { isWithin } from '@drawbridge/core/base'
import type { Boundaries } from '../path/boundaries.ts'
import { type LinkProbe, systemLinkProbe } from '../path/link-probe.ts'
import { resolveRealPath } from '../path/resolve-real-path.ts'
import { isSystemPath } from '../path/system-path.ts'

/**
 * Returns true if a real path is in a folder that calls may write. If the workspace is the whole machine, that is
 * everything but the system. Pure.
 */
export function isWritable(real: string, boundaries: Boundaries): boolean {
  const { workspace, writeRoots } = boundaries
  return [workspace, ...writeRoots].some(
    (root) => isWithin(root, real) && (root !== '/' || !isSystemPath(real, boundaries)),
  )
}

/**
 * Returns the environment of a call. If it needs no approval because all its commands are on the core list, folders
 * that calls may write are removed from the search path: such commands start others by name too.
 */
export function environmentOf(
  targets: readonly Target[],
  {
    base,
    boundaries,
    probe = systemLinkProbe,
  }: {
    readonly base: Readonly<Record<string, string>>
    readonly boundaries: Boundaries
    readonly probe?: LinkProbe
  },
): Readonly<Record<string, string>> {
  const commands = targets.filter((target) => target.kind === 'command')
  const isCore = commands.length > 0 && commands.every(({ unapproved }) => unapproved === 'core')
  return isCore && base.PATH !== undefined ? { ...base, PATH: trusted(base.PATH) } : base

  function trusted(searchPath: string): string {
    const folders = searchPath.split(':').filter((folder) => {
      const found = isAbsolute(folder) ? resolveRealPath(folder, { probe, followLast: true }) : undefined
      return found?.status === 'found' && !isWritable(found.real, boundaries)
    })
    return folders.join(':')
  }
}
