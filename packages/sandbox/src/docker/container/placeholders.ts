import { constants, type Stats } from 'node:fs'
import { lstat, mkdir, open, rmdir, stat, unlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fail } from '@drawbridge/core'
import { type AnchoredFolder, openFolderIfAny } from '../../files/anchored-folder.ts'
import { errnoOf } from '../../files/fault-from-errno.ts'

export interface Placeholder {
  readonly path: string
  readonly kind: 'file' | 'folder'
}

/** No other file is that old: 1980-01-02 03:04:05 UTC. */
const markMs = Date.UTC(1980, 0, 2, 3, 4, 5)
/** The content of a file that tells git to find everything else next to it. */
const commonHere = '.\n'

/**
 * Returns true for a placeholder: an entry at a path that must not be created inside a container, because an engine can
 * only mount over an existing path. Its age identifies it, so that later processes can tell it from a file of the user,
 * even after a crash. Usually a folder: git ignores an empty one, and it can only be removed while it is empty.
 */
export function isPlaceholder(stat: Stats): boolean {
  return stat.mtimeMs === markMs && (stat.isDirectory() || (stat.isFile() && stat.size === commonHere.length))
}

/** Creates the missing ones. Files that appeared meanwhile are left alone. */
export async function makePlaceholders(placeholders: readonly Placeholder[]): Promise<void> {
  for (const placeholder of placeholders) {
    try {
      await make(placeholder)
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error
    }
  }
}

/** Works in exactly the folder that was checked: a running program may put a link in its place. */
async function make({ path, kind }: Placeholder): Promise<void> {
  await using folder = await parentOf(path)
  const entry = folder.at(basename(path))
  if (kind === 'folder') await mkdir(entry, { mode: 0o755 })
  await using made =
    kind === 'folder'
      ? await open(entry, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
      : await open(entry, 'wx', 0o644)
  if (kind === 'file') await made.writeFile(commonHere)
  const { uid, gid } = await stat(folder.self)
  if (process.getuid?.() === 0) await made.chown(uid, gid)
  await made.utimes(markMs / 1000, markMs / 1000)
}

async function parentOf(path: string): Promise<AnchoredFolder> {
  const parent = dirname(path)
  const folder = await openFolderIfAny(parent)
  return (
    folder ?? fail('stale_file', `"${parent}" was moved or replaced while the sandbox was being created. Call again.`)
  )
}

/** Removes those without content. */
export async function removePlaceholders(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    try {
      const found = await lstat(path)
      if (!isPlaceholder(found)) continue
      await (found.isDirectory() ? rmdir(path) : unlink(path))
    } catch (error) {
      const errno = errnoOf(error)
      if (errno !== 'ENOENT' && errno !== 'ENOTEMPTY' && errno !== 'ENOTDIR' && errno !== 'EACCES') throw error
    }
  }
}
