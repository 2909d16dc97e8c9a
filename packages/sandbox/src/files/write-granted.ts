import { createHash, randomBytes } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, link, open, rename, unlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fail } from '@drawbridge/core'
import type { WriteOptions, WriteReceipt } from '@drawbridge/core/machine'
import { type AnchoredFolder, makeFolder, openFolder } from './anchored-folder.ts'
import type { FileBackups } from './backups.ts'
import { errnoOf } from './fault-from-errno.ts'
import type { PathGrant } from './grant.ts'
import { hasContent, hashFile } from './hash-file.ts'
import { isUnchanged, lookUp } from './look-up.ts'
import { mustBeFile, openIn } from './open-granted.ts'

/** Writes a granted file as the options say. A failed write leaves what was there before, except in a file of several names. */
export async function writeGranted(
  granted: PathGrant,
  content: Content,
  options: WriteOptions,
  backups: FileBackups | undefined,
): Promise<WriteReceipt> {
  await using folder = await folderFor(granted, options)
  const path = folder.at(basename(granted.real))
  const current = await lookUp(path)
  if (current.kind === 'missing') {
    if (expectsContent(options)) fail('stale_file', `"${granted.path}" was deleted since it was read.`)
    const hash = await publishNew(folder, path, content)
    return { bytes: content.length, hash, created: true, backedUp: false }
  }
  mustBeFile(current.kind, granted)
  if (options.mode === 'create')
    fail('path_conflict', `"${granted.path}" already exists. Allow replacing it, or choose another name.`)
  if (options.expectedHash === null) fail('stale_file', `"${granted.path}" was created in the meantime. Read it first.`)
  return options.mode === 'append'
    ? await append(folder, granted, content, options)
    : await replace(folder, granted, content, options, backups)
}

async function folderFor(
  { real, path }: PathGrant,
  { createDirectories = false }: WriteOptions,
): Promise<AnchoredFolder> {
  const folder = dirname(real)
  if (real === '/') fail('is_a_directory', '"/" is a folder. Name a file in it.')
  if (createDirectories) return makeFolder(folder)
  return openFolder(folder).catch((error: unknown) => {
    if (errnoOf(error) !== 'ENOENT') throw error
    return fail(
      'file_not_found',
      `"${path}" cannot be written: its folder "${folder}" does not exist. Ask for missing folders to be created.`,
    )
  })
}

async function append(
  folder: AnchoredFolder,
  granted: PathGrant,
  content: Content,
  options: WriteOptions,
): Promise<WriteReceipt> {
  const { handle } = await openIn(folder, granted, constants.O_RDWR | constants.O_APPEND)
  await using file = handle
  await mustBeAsExpected(file, granted, options)
  await file.writeFile(content.pieces)
  await file.sync()
  const { size } = await file.stat()
  return { bytes: size, hash: await hashFile(file), created: false, backedUp: false }
}

async function replace(
  folder: AnchoredFolder,
  granted: PathGrant,
  content: Content,
  options: WriteOptions,
  backups: FileBackups | undefined,
): Promise<WriteReceipt> {
  const { handle, stat } = await openIn(folder, granted, constants.O_RDWR)
  await using file = handle
  await mustBeAsExpected(file, granted, options)
  const backedUp = (await backups?.saveFile(granted.real, file, Number(stat.size))) ?? false
  const inPlace = stat.nlink > 1n
  const hash = await (inPlace ? overwrite(file, content) : publishOver(folder, granted, file, stat, content))
  return { bytes: content.length, hash, created: false, backedUp }
}

function expectsContent({ expectedHash, expectedContent }: WriteOptions): boolean {
  return typeof expectedHash === 'string' || expectedContent !== undefined
}

async function mustBeAsExpected(
  file: FileHandle,
  { path }: PathGrant,
  { expectedHash, expectedContent }: WriteOptions,
): Promise<void> {
  const isAsExpected =
    (typeof expectedHash !== 'string' || (await hashFile(file)) === expectedHash) &&
    (expectedContent === undefined || (await hasContent(file, expectedContent)))
  if (!isAsExpected) fail('stale_file', `"${path}" changed since it was read. Read it again before writing.`)
}

/** In place, so that every name of a file with several keeps its content. Not atomic: the backup is what protects it. */
async function overwrite(file: FileHandle, content: Content): Promise<string> {
  const hash = await writeWhole(file, content)
  await file.truncate(content.length)
  await file.sync()
  return hash
}

/** The new content under a name of its own, then put in the old one's place, with its mode and owner. */
async function publishOver(
  folder: AnchoredFolder,
  granted: PathGrant,
  file: FileHandle,
  before: BigIntStats,
  content: Content,
): Promise<string> {
  const path = folder.at(basename(granted.real))
  const temporary = folder.at(temporaryName())
  let hash: string
  try {
    hash = await writeNew(temporary, content, before)
  } catch (error) {
    if (errnoOf(error) !== 'EACCES') throw error
    return overwrite(file, content)
  }
  try {
    const now = await lookUp(path)
    if (now.kind === 'missing' || !isUnchanged(before, now.stat)) {
      fail('stale_file', `"${granted.path}" was changed by someone else while it was written. Read it again.`)
    }
    await rename(temporary, path)
  } catch (error) {
    await unlink(temporary)
    throw error
  }
  await folder.sync()
  return hash
}

/** Appears at once and whole, and never over something that was created meanwhile. */
async function publishNew(folder: AnchoredFolder, path: string, content: Content): Promise<string> {
  const temporary = folder.at(temporaryName())
  const hash = await writeNew(temporary, content)
  try {
    await link(temporary, path).catch(async (error: unknown) => {
      if (!withoutHardLinks.has(errnoOf(error) ?? '') || (await lookUp(path)).kind !== 'missing') throw error
      await rename(temporary, path)
    })
  } finally {
    await unlink(temporary).catch(ignoreMissing)
  }
  await folder.sync()
  return hash
}

/** The error codes of file systems without hard links. */
const withoutHardLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

async function writeNew(path: string, content: Content, like?: BigIntStats): Promise<string> {
  const handle = await open(
    path,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    0o666,
  )
  try {
    await using file = handle
    if (like !== undefined) await takeOver(file, like)
    const hash = await writeWhole(file, content)
    await file.sync()
    return hash
  } catch (error) {
    await unlink(path)
    throw error
  }
}

/** Only root may give files away, so the owner is best effort. A set-user-id bit does not pass to new content. */
async function takeOver(file: FileHandle, { uid, gid, mode }: BigIntStats): Promise<void> {
  await file.chown(Number(uid), Number(gid)).catch(() => undefined)
  await file.chmod(Number(mode) & 0o777)
}

function temporaryName(): string {
  return `.drawbridge-${randomBytes(8).toString('hex')}.tmp`
}

function ignoreMissing(error: unknown): void {
  if (errnoOf(error) !== 'ENOENT') throw error
}

/** The content to write, as consecutive pieces. */
export interface Content {
  readonly pieces: readonly Uint8Array[]
  /** Bytes of all pieces. */
  readonly length: number
}

export function contentOf(content: Uint8Array | readonly Uint8Array[]): Content {
  const pieces = content instanceof Uint8Array ? [content] : content
  return { pieces, length: pieces.reduce((sum, piece) => sum + piece.length, 0) }
}

/** Writes from the start of a file. Resolves to the SHA-256 (hex) of the content, which is made while the disk is busy. */
async function writeWhole(file: FileHandle, { pieces }: Content): Promise<string> {
  const hash = createHash('sha256')
  let position = 0
  for (const piece of pieces) {
    const writing = writeAt(file, piece, position)
    hash.update(piece)
    await writing
    position += piece.length
  }
  return hash.digest('hex')
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  if (bytes.length === 0) return
  const { bytesWritten } = await file.write(bytes, 0, bytes.length, position)
  await writeAt(file, bytes.subarray(bytesWritten), position + bytesWritten)
}
