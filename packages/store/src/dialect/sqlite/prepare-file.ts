import { chmod, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DrawbridgeError, errorMessage } from '@drawbridge/core'

/** Creates folder and file if they are missing, for their owner alone. SQLite gives its other files the same mode. */
export async function prepareFile(file: string): Promise<void> {
  try {
    await makeFolder(dirname(file))
    await using handle = await open(file, 'a', 0o600)
    const { mode } = await handle.stat()
    if ((mode & 0o077) !== 0) await chmod(file, 0o600)
  } catch (error) {
    throw explain(error, file)
  }
}

/** Node reports a missing folder if its disk is read-only; creating the parent first gives the real reason. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    await makeFolder(dirname(folder))
    await mkdir(folder, { mode: 0o700 })
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function explain(error: unknown, file: string): DrawbridgeError {
  const reason = errorMessage(error)
  const cause = { cause: error }
  switch (codeOf(error)) {
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return new DrawbridgeError(
        'store_read_only',
        `The database ${file} cannot be written (${reason}). Make the file and its folder writable, or choose another home.`,
        cause,
      )
    case 'ENOSPC':
    case 'EDQUOT':
      return new DrawbridgeError(
        'store_full',
        `The disk has no space for the database ${file} (${reason}). Free some space.`,
        cause,
      )
    default:
      return new DrawbridgeError(
        'store_unavailable',
        `The database ${file} cannot be opened (${reason}). Its folder must be a folder, and the file must not be one.`,
        cause,
      )
  }
}
