import type { Stats } from 'node:fs'
import { chown, lstat, mkdir, rmdir, unlink, utimes, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errnoOf } from '../../files/fault-from-errno.ts'

export interface Placeholder {
  readonly path: string
  readonly kind: 'file' | 'folder'
}

/** Nobody else's file is that old: 1980-01-02 03:04:05 UTC. */
const markMs = Date.UTC(1980, 0, 2, 3, 4, 5)
/** Tells git that everything else is where this file is. */
const commonHere = '.\n'

/**
 * Stands where nothing may come into being inside a container, because an engine can only put a mount over what exists. Known by
 * its age, so that whoever comes later can tell it from a file of the user, even after a crash. A folder as a rule: git takes no notice of
 * an empty one, and it can only be removed while it is empty.
 */
export function isPlaceholder(stat: Stats): boolean {
  return stat.mtimeMs === markMs && (stat.isDirectory() || (stat.isFile() && stat.size === commonHere.length))
}

/** Makes those that are missing. What meanwhile came into being by itself is left alone. */
export async function makePlaceholders(placeholders: readonly Placeholder[]): Promise<void> {
  for (const placeholder of placeholders) {
    try {
      await make(placeholder)
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error
    }
  }
}

async function make({ path, kind }: Placeholder): Promise<void> {
  const parent = await lstat(dirname(path))
  if (kind === 'folder') await mkdir(path, { mode: 0o755 })
  else await writeFile(path, commonHere, { flag: 'wx', mode: 0o644 })
  if (process.getuid?.() === 0) await chown(path, parent.uid, parent.gid)
  await utimes(path, markMs / 1000, markMs / 1000)
}

/** Removes those that nobody has made use of. */
export async function removePlaceholders(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    try {
      const stat = await lstat(path)
      if (!isPlaceholder(stat)) continue
      await (stat.isDirectory() ? rmdir(path) : unlink(path))
    } catch (error) {
      const errno = errnoOf(error)
      if (errno !== 'ENOENT' && errno !== 'ENOTEMPTY' && errno !== 'ENOTDIR' && errno !== 'EACCES') throw error
    }
  }
}
