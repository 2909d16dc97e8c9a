import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/**
 * Returns the text of an ordinary file; undefined if it is missing or longer. Neither follows a link nor waits for a
 * pipe.
 */
export function readSmallFile(path: string, maxBytes: number): string | undefined {
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return undefined
  }
  try {
    const stat = fstatSync(descriptor)
    return stat.isFile() && stat.size <= maxBytes ? readFileSync(descriptor, 'utf8') : undefined
  } catch {
    return undefined
  } finally {
    closeSync(descriptor)
  }
}
