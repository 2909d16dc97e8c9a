import { realpathSync } from 'node:fs'
import { argv, execPath } from 'node:process'

/** What Drawbridge itself was started from, as far as known. */
const ownFiles = [import.meta.filename, execPath, ...argv.slice(1, 2)]

/**
 * Folders of packages from which Drawbridge itself runs, where it is installed in a project: whoever writes there says what it does the
 * next time, outside of every sandbox. Whole `node_modules`, since it loads from all over them. Absolute and real.
 */
export function ownPackages(files: readonly string[] = ownFiles): readonly string[] {
  const folders = files.flatMap((file) => /^.*?\/node_modules(?=\/)/.exec(realOf(file))?.[0] ?? [])
  return [...new Set(folders)]
}

function realOf(file: string): string {
  try {
    return realpathSync.native(file)
  } catch {
    return file
  }
}
