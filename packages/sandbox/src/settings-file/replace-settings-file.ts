import { randomBytes } from 'node:crypto'
import { lstat, mkdir, open, readFile, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DrawbridgeError, errorMessage } from '@drawbridge/core'

/** The content of a settings file before and after. */
export interface ReplaceOptions {
  /** The bytes that were read before; undefined if the file was missing. */
  readonly before: Uint8Array | undefined
  readonly bytes: Uint8Array
}

/**
 * Puts new content in the place of a settings file: whole or not at all. Its mode, its owner and links to it stay; a new one is for its
 * owner alone.
 * @throws DrawbridgeError `invalid_option` if the file is no longer as it was read, or cannot be replaced.
 */
export async function replaceSettingsFile(path: string, { before, bytes }: ReplaceOptions): Promise<void> {
  const real = await realPathOf(path, before)
  const folder = dirname(real)
  const staged = join(folder, `.${basename(real)}.${randomBytes(6).toString('hex')}`)
  try {
    if (before === undefined) await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeLike(staged, real, bytes, before === undefined)
    if (!(await isStill(real, before))) throw changedMeanwhile(path)
    await rename(staged, real)
    await syncFolder(folder)
  } catch (error) {
    if (DrawbridgeError.isInstance(error)) throw error
    throw new DrawbridgeError(
      'invalid_option',
      `"${path}" cannot be written: ${errorMessage(error)}. It was left as it was.`,
    )
  } finally {
    await rm(staged, { force: true })
  }
}

/** The file behind links, so that the links stay. */
async function realPathOf(path: string, before: Uint8Array | undefined): Promise<string> {
  if (before === undefined) return join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path))
  return await realpath(path).catch(() => {
    throw changedMeanwhile(path)
  })
}

async function writeLike(staged: string, real: string, bytes: Uint8Array, isNew: boolean): Promise<void> {
  const like = isNew ? undefined : await lstat(real)
  if (like !== undefined && like.nlink > 1)
    throw new DrawbridgeError(
      'invalid_option',
      `"${real}" has ${like.nlink} hard links, which replacing it would part. Edit it yourself, or make it a single file.`,
    )
  await using handle = await open(staged, 'wx', 0o600)
  await handle.writeFile(bytes)
  if (like !== undefined) {
    const own = await handle.stat()
    if (own.uid !== like.uid || own.gid !== like.gid) await handle.chown(like.uid, like.gid)
    await handle.chmod(like.mode & 0o7777)
  }
  await handle.sync()
}

async function isStill(real: string, before: Uint8Array | undefined): Promise<boolean> {
  if (before === undefined) return (await lstat(real).catch(() => undefined)) === undefined
  const now = await readFile(real)
  return Buffer.compare(now, before) === 0
}

function changedMeanwhile(path: string): DrawbridgeError {
  return new DrawbridgeError(
    'invalid_option',
    `"${path}" was changed by another program meanwhile. Nothing was written; try again.`,
  )
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}

/**
 * Removes a settings file.
 * @throws DrawbridgeError `invalid_option` if it is no longer as it was read.
 */
export async function removeSettingsFile(path: string, { before }: Pick<ReplaceOptions, 'before'>): Promise<void> {
  if (!(await isStill(path, before))) throw changedMeanwhile(path)
  await rm(path)
}
