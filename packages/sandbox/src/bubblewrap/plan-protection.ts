import { lstatSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fail } from '@drawbridge/core'
import { isWithin } from '@drawbridge/core/base'
import type { SandboxProfile } from '../backend/sandbox-profile.ts'
import { readSmallFile } from '../files/read-small-file.ts'
import { type GitRedirections, gitRedirections } from '../path/git-redirections.ts'

export interface ProtectionPlan {
  /** Folders between a writable mount and a protected path. */
  readonly pinned: readonly string[]
  /** Existing paths that become read-only. */
  readonly existing: readonly string[]
  /** Paths that must exist, so that no one can create them. */
  readonly missing: readonly string[]
  /** Those missing paths that must be files: git would stop at a folder. */
  readonly missingFiles: readonly string[]
}

/**
 * Plans how protected paths are kept from being changed, created or moved away, given the current disk. If a folder on
 * the way is missing, that folder must not be created. Throws `sandbox_unavailable` if a link is on the way, since a
 * link can be replaced and cannot be mounted over. Folders above masked paths are pinned too: otherwise one program
 * could rename them while the next one is set up, and its cover would be mounted at the wrong path.
 * @param standing Existing placeholders, which count as missing: their creators will remove them.
 */
export function planProtection(
  { workspace, mounts, readOnly, masked }: ProtectedProfile,
  standing: ReadonlySet<string> = new Set(),
): ProtectionPlan {
  const places = [workspace, ...mounts].toSorted((a, b) => b.host.length - a.host.length)
  const covered = masked.filter(isThere)
  const pinned = new Set<string>()
  const existing = new Set<string>()
  const missing = new Set<string>()
  const redirections = readOnly.flatMap((path) => redirectionsOf(path, readOnly))
  const files = new Set(redirections.flatMap(({ settings }) => settings))
  for (const path of new Set([...readOnly, ...redirections.flatMap(({ hooks }) => hooks), ...files])) {
    // A covered path needs no protection: a mount of its own would show it again.
    if (isCovered(path)) continue
    for (const part of wayTo(path)) {
      const kind = standing.has(part) ? 'missing' : kindOf(part)
      if (kind === 'missing') missing.add(part)
      else if (part === path) existing.add(part)
      else if (kind === 'folder') pinned.add(part)
      // A file in place of a folder, such as the `.git` of a worktree: nothing can be made below it.
      else existing.add(part)
      if (kind !== 'folder') break
    }
  }
  for (const path of covered) {
    for (const part of wayTo(path).slice(0, -1)) if (!isCovered(part)) pinned.add(part)
  }
  return {
    pinned: [...pinned],
    existing: [...existing],
    missing: [...missing],
    missingFiles: [...missing].filter((path) => files.has(path)),
  }

  /**
   * Checks for a mask in its own place: a place may be inside something masked, such as a workspace in Drawbridge's
   * home.
   */
  function isCovered(path: string): boolean {
    const place = places.find(({ host }) => isWithin(host, path))
    return covered.some((cover) => isWithin(cover, path) && (place === undefined || isWithin(place.host, cover)))
  }

  /** Returns the folders from below the writable place to the path itself; none if programs may not write there. */
  function wayTo(path: string): readonly string[] {
    const place = places.find(({ host }) => isWithin(host, path))
    return place?.access === 'write' ? wayFrom(place.host, path) : []
  }
}

type ProtectedProfile = Pick<SandboxProfile, 'workspace' | 'mounts' | 'readOnly' | 'masked'>

const maxSettingsBytes = 1024 * 1024

/**
 * Git reads its settings from another folder if `commondir` or these settings say so, however well they themselves are protected.
 */
function redirectionsOf(path: string, readOnly: readonly string[]): GitRedirections {
  const gitFolder = dirname(path)
  const isGitFolder = basename(gitFolder) === '.git' || readOnly.includes(join(gitFolder, 'commondir'))
  if (!isGitFolder) return { hooks: [], settings: [] }
  const own = basename(path).startsWith('config') ? [path] : []
  const texts = own.map((file) => readSmallFile(file, maxSettingsBytes) ?? '')
  const { hooks, settings } = gitRedirections(texts.join(''), gitFolder)
  // For a repository elsewhere, the profile lists the hooks: its working tree is not the folder above it.
  return {
    hooks: basename(gitFolder) === '.git' ? hooks : [],
    settings: [...own, ...settings, join(gitFolder, 'commondir')],
  }
}

/** A link is not masked itself; its target is. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === false
}

function wayFrom(root: string, path: string): readonly string[] {
  const parts: string[] = []
  for (let part = path; part !== root && part !== '/'; part = dirname(part)) parts.unshift(part)
  return parts
}

function kindOf(path: string): 'missing' | 'folder' | 'other' {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return 'missing'
  if (!stat.isSymbolicLink()) return stat.isDirectory() ? 'folder' : 'other'
  return fail(
    'sandbox_unavailable',
    `"${path}" is a protected symbolic link, and a sandbox cannot stop programs from replacing it. Replace it with the file or folder itself, or remove it from the protected paths.`,
  )
}
