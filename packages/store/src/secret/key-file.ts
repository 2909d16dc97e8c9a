import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, link, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DrawbridgeError, errorMessage } from '@drawbridge/core'

/** As long as no sensible file of keys is. */
const maxBytes = 65_536

/**
 * The text of a key file; undefined if it is missing. Throws `invalid_option` for a file that another user could read
 * or have created: a link, a file of another owner, or one that group or others may read.
 */
export async function readKeyFile(file: string): Promise<string | undefined> {
  const opened = await openWithoutLinks(file)
  if (opened === undefined) return undefined
  await using handle = opened
  const { mode, uid, size } = await handle.stat()
  const user = process.getuid?.() ?? uid
  if ((mode & constants.S_IFMT) !== constants.S_IFREG) throw refused(file, 'is not a file')
  if (uid !== user)
    throw refused(file, `belongs to another user (id ${uid})`, `Run as that user, or: chown ${user} "${file}"`)
  if ((mode & 0o077) !== 0) {
    throw refused(
      file,
      `can be accessed by users other than its owner (mode ${(mode & 0o777).toString(8)})`,
      `Run: chmod 600 "${file}" and, if someone may have read it: drawbridge secrets rotate`,
    )
  }
  if (size > maxBytes) throw refused(file, `has more than ${maxBytes} bytes`)
  return await handle.readFile('utf8')
}

/** Puts a new file in place, whole and on the disk, unless there is one: of several processes that do so, one wins. */
export async function createKeyFile(file: string, text: string): Promise<void> {
  await withWholeFile(file, text, async (whole) => {
    try {
      await link(whole, file)
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    }
  })
}

/**
 * Puts a file in the place of one that is there. What reads it finds the old one or the new one, whatever happens. Under a lock of the
 * caller's: what a writer that was killed has left is cleared away.
 */
export async function replaceKeyFile(file: string, text: string): Promise<void> {
  const folder = dirname(file)
  const left = (await readdir(folder)).filter((name) => /^\.key-[\da-f]{16}$/.test(name))
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })))
  await withWholeFile(file, text, (whole) => rename(whole, file))
}

async function withWholeFile(file: string, text: string, place: (whole: string) => Promise<void>): Promise<void> {
  const whole = join(dirname(file), `.key-${randomBytes(8).toString('hex')}`)
  try {
    await writeDurably(whole, text)
    await place(whole)
    await syncFolder(dirname(file))
  } catch (error) {
    throw refused(file, `cannot be written: ${errorMessage(error)}`)
  } finally {
    await rm(whole, { force: true })
  }
}

async function writeDurably(file: string, text: string): Promise<void> {
  await using handle = await open(file, 'wx', 0o600)
  await handle.writeFile(text)
  await handle.sync()
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}

async function openWithoutLinks(file: string): Promise<FileHandle | undefined> {
  try {
    // A pipe in its place would be waited for.
    return await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    if (hasCode(error, 'ELOOP')) throw refused(file, 'is a symbolic link', 'Replace it with the file itself.')
    throw refused(file, `cannot be read: ${errorMessage(error)}`)
  }
}

function refused(file: string, why: string, advice = elsewhere): DrawbridgeError {
  return new DrawbridgeError('invalid_option', `The key file "${file}" ${why}. ${advice}`)
}

const elsewhere = 'DRAWBRIDGE_KEY_FILE names another file; DRAWBRIDGE_KEY contains the keys themselves.'

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
