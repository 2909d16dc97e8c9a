import { unlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fail } from '@drawbridge/core'
import type { RemoveOptions } from '@drawbridge/core/machine'
import { openFolder } from './anchored-folder.ts'
import type { PathGrant } from './grant.ts'
import { hashPath } from './hash-file.ts'
import { lookUp } from './look-up.ts'
import { removeTree } from './remove-tree.ts'
import { type SaveOptions, saveEntry } from './save-entry.ts'

/** Deletes what a granted path names: of a symbolic link the link. */
export async function removeGranted(
  granted: PathGrant,
  { recursive, expected }: RemoveOptions,
  options: SaveOptions,
): Promise<{ readonly backedUp: boolean }> {
  await using folder = await openFolder(dirname(granted.real))
  const name = basename(granted.real)
  const entry = await lookUp(folder.at(name))
  if (entry.kind === 'missing')
    fail('file_not_found', `"${granted.path}" does not exist, so there is nothing to delete.`)
  if (entry.kind === 'directory' && !recursive) {
    fail('is_a_directory', `"${granted.path}" is a folder. Delete recursively to remove it and its contents.`)
  }
  if (entry.kind === 'file' && expected !== undefined) {
    const isSame =
      Number(entry.stat.size) === expected.size &&
      (expected.hash === undefined || (await hashPath(folder.at(name))) === expected.hash)
    if (!isSame)
      fail('stale_file', `"${granted.path}" changed since this session read it. Read it again before deleting it.`)
  }
  const backedUp = await saveEntry(folder, granted, entry.kind, options)
  await (entry.kind === 'directory' ? removeTree(folder, name) : unlink(folder.at(name)))
  await folder.sync()
  return { backedUp }
}
