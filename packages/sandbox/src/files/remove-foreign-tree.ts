import { randomUUID } from 'node:crypto'
import { chmod, open, readdir, rename, rmdir, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { errnoOf } from './fault-from-errno.ts'
import { folderOnly } from './place-only.ts'

/** A folder held open: `self` is the folder itself, whatever its path leads to by now. */
interface HeldFolder extends AsyncDisposable {
  readonly self: string
  readonly at: (name: string) => string
}

/**
 * Removes a folder that programs filled arbitrarily, if it exists: with folders that no one may enter, and deeper than
 * any path is long. Never leaves the folder, even if programs swap its folders meanwhile. Linux only.
 * @param path Absolute; the folders above are trusted.
 */
export async function removeForeignTree(path: string): Promise<void> {
  const above = await holdIfAny(dirname(path))
  if (above === undefined) return
  await using _above = above
  const top = await holdIfAny(above.at(basename(path)))
  if (top === undefined) return
  await using _top = top
  await chmod(top.self, 0o700)
  // Each round takes one level off every branch.
  for (let names = await readdir(top.self); names.length > 0; names = await readdir(top.self)) {
    for (const name of names) await removeUpTo(top, name)
  }
  await rmdir(above.at(basename(path)))
}

/** Removes an entry of the outermost folder; folders in it become entries of that one. */
async function removeUpTo(top: HeldFolder, name: string): Promise<void> {
  const folder = await holdIfAny(top.at(name))
  if (folder === undefined) return removeFile(top.at(name))
  await using _folder = folder
  await chmod(folder.self, 0o700)
  for (const child of await readdir(folder.self)) {
    const inner = await holdIfAny(folder.at(child))
    if (inner === undefined) {
      await removeFile(folder.at(child))
      continue
    }
    await using _inner = inner
    // A folder that moves is written itself.
    await chmod(inner.self, 0o700)
    await rename(folder.at(child), top.at(randomUUID()))
  }
  await rmdir(top.at(name))
}

async function removeFile(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (errnoOf(error) !== 'ENOENT') throw error
  })
}

/** Undefined if it is missing or not a folder. */
async function holdIfAny(path: string): Promise<HeldFolder | undefined> {
  try {
    const handle = await open(path, folderOnly)
    const self = `/proc/self/fd/${handle.fd}`
    return { self, at: (name) => join(self, name), [Symbol.asyncDispose]: () => handle.close() }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errnoOf(error) ?? '')) return undefined
    throw error
  }
}
