import { constants } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { errorMessage } from '@drawbridge/core'
import { errnoOf } from '../files/fault-from-errno.ts'

/** A settings file of some program, as it is on disk. */
export type SettingsFile =
  | { readonly status: 'missing' }
  | { readonly status: 'read'; readonly bytes: Uint8Array; readonly text: string }
  /** @property why Follows the name of the file: `is not a file`. */
  | { readonly status: 'failed'; readonly why: string }

/** As long as no sensible settings are. */
const maxBytes = 32 * 1_048_576

/** Reads a settings file whole, through links. Never throws. Bytes that are not UTF-8 are a failure, because they could not be kept. */
export async function readSettingsFile(path: string): Promise<SettingsFile> {
  try {
    // A pipe in its place would be waited for.
    await using handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = await handle.stat()
    if (!stat.isFile()) return { status: 'failed', why: 'is not a file' }
    if (stat.size > maxBytes) return { status: 'failed', why: `has more than ${maxBytes} bytes` }
    const bytes = await handle.readFile()
    try {
      return { status: 'read', bytes, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
    } catch {
      return { status: 'failed', why: 'is not UTF-8 text' }
    }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '')) return { status: 'missing' }
    return { status: 'failed', why: `cannot be read: ${errorMessage(error)}` }
  }
}

/** The names in a folder, sorted; none if it cannot be read. */
export async function listSettingsFolder(path: string): Promise<readonly string[]> {
  return (await readdir(path).catch(() => [])).toSorted()
}
