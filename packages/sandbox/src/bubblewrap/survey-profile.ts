import { lstatSync } from 'node:fs'
import { isWithin } from '@drawbridge/core/base'
import type { SandboxProfile } from '../backend/sandbox-profile.ts'
import type { LayoutFacts } from './layout.ts'
import type { ProtectionPlan } from './plan-protection.ts'
import type { MachineSurvey } from './survey-machine.ts'

export interface SandboxFacts {
  readonly machine: MachineSurvey
  /** The folder that is `/tmp` for a key. */
  temporaryFolder(key: string): string
  /** An empty file that everyone can read. */
  readonly blankFile: string
}

/** Surveys the parts of this machine that concern one profile. */
export function surveyProfile(
  profile: SandboxProfile,
  { machine, temporaryFolder, blankFile }: SandboxFacts,
  protection: ProtectionPlan,
): LayoutFacts {
  const masked = [...machine.systemSecrets, ...profile.masked].map((path) => ({ path, kind: kindOf(path) }))
  const guarded = [...protection.existing, ...protection.missing]
  return {
    ...machine,
    // Host names need to be resolved only if there is a network.
    programFolders: [
      ...machine.programFolders,
      ...(profile.network.kind === 'host' && machine.resolverFile !== undefined ? [machine.resolverFile] : []),
    ],
    ...(keepsTemporaryFiles(profile) ? { temporaryFolder: temporaryFolder(profile.key) } : {}),
    blankFile,
    lockableFiles: (profile.sealed ?? [])
      .map(({ path, lockable }) => `${path}/${lockable}`)
      .filter((path) => kindOf(path) === 'file'),
    maskedFolders: masked.flatMap(({ path, kind }) => (kind === 'folder' ? [path] : [])),
    maskedFiles: masked.flatMap(({ path, kind }) => (kind === 'file' ? [path] : [])),
    pinnedFolders: protection.pinned.filter(isOutermost),
    protectedPaths: guarded.filter(isOutermost).filter((path) => !isPlaceholderFolder(path)),
    placeholders: protection.missing.filter(isOutermost).filter(isPlaceholderFolder),
  }

  function isPlaceholderFolder(path: string): boolean {
    return protection.missing.includes(path) && !protection.missingFiles.includes(path)
  }

  /**
   * Anything inside a protected path is protected already; a mount of its own would only open it again. A writable
   * folder that is mounted inside a protected path is open, so that its own protected paths count.
   */
  function isOutermost(path: string): boolean {
    const openIn = (outer: string) =>
      profile.mounts.some(({ host, access }) => access === 'write' && isWithin(outer, host) && isWithin(host, path))
    return !guarded.some((outer) => outer !== path && isWithin(outer, path) && !openIn(outer))
  }
}

/**
 * Returns true if `/tmp` is kept between calls. False if the workspace or a root is in it: mount points in a folder
 * that programs write to could be created through links that they put there.
 */
export function keepsTemporaryFiles({ workspace, mounts }: SandboxProfile): boolean {
  return ![workspace, ...mounts].some(({ inside }) => isWithin('/tmp', inside))
}

/** A removed file contains no secret, and the target of a link is masked itself. */
function kindOf(path: string): 'folder' | 'file' | 'none' {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined || stat.isSymbolicLink()) return 'none'
  return stat.isDirectory() ? 'folder' : 'file'
}
