import { isProtectedFile } from '../guarded/index.ts'

const ownFolders = /\/\.(?:drawbridge|goclaw)(?:\/|$)/i

/** Returns true if writing this path could make other programs run code later, so that only a person may allow it. */
export function isProtectedPath(path: string): boolean {
  return ownFolders.test(path) || isProtectedFile(path)
}
