import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { errorMessage } from '@drawbridge/core'

export type ConfigText =
  | { readonly status: 'read'; readonly text: string }
  | { readonly status: 'missing' }
  | { readonly status: 'failed'; readonly why: string }

/** As long as no sensible configuration is. */
const maxBytes = 1_048_576

/**
 * Reads a configuration file whole, without a byte order mark. Never throws. An empty folder counts as nothing: sandboxes hold the
 * place of a missing file by one while their programs run, so that none can be planted.
 */
export function readConfigText(file: string): ConfigText {
  try {
    const stat = statSync(file)
    // Reading a pipe or a device would wait for its writer.
    if (stat.isDirectory() && readdirSync(file).length === 0) return { status: 'missing' }
    if (!stat.isFile()) return { status: 'failed', why: 'This is not a file.' }
    if (stat.size > maxBytes) return { status: 'failed', why: `The file has more than ${maxBytes} bytes.` }
    return { status: 'read', text: readFileSync(file, 'utf8').replace(/^\uFEFF/, '') }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    if (isMissing) {
      // The intended configuration is missing; continuing without it would hide that.
      const why = 'This is a link to a missing file.'
      return isThere(file) ? { status: 'failed', why } : { status: 'missing' }
    }
    return {
      status: 'failed',
      why: `The file cannot be read: ${errorMessage(error)}`,
    }
  }
}

/** Returns true if the path exists, even as a broken link or an unreadable entry; an empty folder does not count. */
export function isThere(file: string): boolean {
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    return stat !== undefined && !(stat.isDirectory() && readdirSync(file).length === 0)
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOTDIR')
  }
}
