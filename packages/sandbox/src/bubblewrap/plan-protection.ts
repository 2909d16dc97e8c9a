import { lstatSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fail, isWithin } from '@drawbridge/core'

export interface ProtectionPlan {
  /** Folders between a writable mount and a protected path. */
  readonly pinned: readonly string[]
  /** What exists and becomes read-only. */
  readonly existing: readonly string[]
  /** What has to exist, so that nobody can make it. */
  readonly missing: readonly string[]
}

/**
 * How protected paths are kept from being changed, made or moved away, on a disk that is looked at now. Where a folder on the way
 * is missing, that folder is what must not be made. Ends with `sandbox_unavailable` where a link stands on the way, since a link
 * can be replaced and nothing can be mounted over it.
 * @param writable Folders in which the sandbox may write. Paths outside of them need no protection.
 * @param standing Placeholders, which count as missing: whoever made them will remove them.
 */
export function planProtection(
  paths: readonly string[],
  writable: readonly string[],
  standing: ReadonlySet<string> = new Set(),
): ProtectionPlan {
  const pinned = new Set<string>()
  const existing = new Set<string>()
  const missing = new Set<string>()
  for (const path of new Set(paths.flatMap(withRedirection))) {
    const root = writable.filter((folder) => isWithin(folder, path)).toSorted((a, b) => b.length - a.length)[0]
    if (root === undefined) continue
    for (const part of wayFrom(root, path)) {
      const kind = standing.has(part) ? 'missing' : kindOf(part)
      if (kind === 'missing') missing.add(part)
      else if (part === path) existing.add(part)
      else if (kind === 'folder') pinned.add(part)
      // A file where a folder would have to be, such as the `.git` of a worktree: nothing can be made below it.
      else existing.add(part)
      if (kind !== 'folder') break
    }
  }
  return { pinned: [...pinned], existing: [...existing], missing: [...missing] }
}

/** Git reads all it is told from elsewhere where this file says so, however well its own settings are kept. */
function withRedirection(path: string): readonly string[] {
  return basename(dirname(path)) === '.git' ? [path, join(dirname(path), 'commondir')] : [path]
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
    `"${path}" is protected and a symbolic link: a sandbox cannot keep it from being replaced. Put the file or folder itself there, or take it off the protected paths.`,
  )
}
