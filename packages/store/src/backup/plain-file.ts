import { constants } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Opens a file below a folder for reading; undefined if it is missing, or if it or a folder above it is a link or
 * anything else.
 */
export async function openPlainFile(root: string, path: string): Promise<FileHandle | undefined> {
  const names = path.split('/')
  for (let depth = 1; depth < names.length; depth += 1) {
    const folder = await lstat(join(root, ...names.slice(0, depth))).catch(() => undefined)
    if (folder?.isDirectory() !== true) return undefined
  }
  const handle = await openItself(join(root, ...names))
  if (handle === undefined || (await handle.stat()).isFile()) return handle
  await handle.close()
  return undefined
}

async function openItself(file: string): Promise<FileHandle | undefined> {
  try {
    // A pipe in its place would be waited for.
    return await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ELOOP' || code === 'ENXIO') return undefined
    throw error
  }
}
