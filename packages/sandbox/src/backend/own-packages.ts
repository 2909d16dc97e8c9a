import { argv, execPath } from 'node:process'
import { realPathOf } from '../files/real-path.ts'

/** The files that Drawbridge itself was started from, as far as known. */
const ownFiles = [import.meta.filename, execPath, ...argv.slice(1, 2)]

/**
 * Returns the package folders from which Drawbridge itself runs, if it is installed in a project: anyone who writes
 * there decides what it does next time, outside every sandbox. Returns whole `node_modules`, since it loads files from
 * all of them. Absolute and real.
 */
export function ownPackages(files: readonly string[] = ownFiles): readonly string[] {
  const folders = files.flatMap((file) => /^.*?\/node_modules(?=\/)/.exec(realPathOf(file) ?? file)?.[0] ?? [])
  return [...new Set(folders)]
}
