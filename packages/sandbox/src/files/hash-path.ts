import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { hashFile } from './hash-file.ts'

/** Returns the SHA-256 (hex) of the file at an absolute path; undefined if it is not a readable file. */
export async function hashPath(path: string): Promise<string | undefined> {
  try {
    // A named pipe would be waited for otherwise.
    await using handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    return (await handle.stat()).isFile() ? await hashFile(handle) : undefined
  } catch {
    return undefined
  }
}
