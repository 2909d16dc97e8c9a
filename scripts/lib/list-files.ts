import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

/** `.git` is a file in a worktree of git, which names the folder of its repository. */
const skipped = new Set(['.git', '.release', 'coverage', 'dist', 'node_modules'])

/**
 * Every file of the repository that is ours to keep in order: paths relative to `root`, sorted, without what
 * `.gitignore` leaves out. It walks instead of asking git, so that a copy without history is checked alike.
 */
export function listFiles(root: string, folder: string = root): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      if (skipped.has(entry.name)) return []
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return listFiles(root, path)
      return entry.isFile() ? [relative(root, path)] : []
    })
    .sort()
}

/** Returns true if the path is test data, which may be wrong on purpose. */
export function isFixture(path: string): boolean {
  return /(^|\/)__fixtures__\//.test(path)
}

/** Returns true if the path is a test, or data of one. */
export function isTestFile(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || isFixture(path)
}
