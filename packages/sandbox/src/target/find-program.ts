import { accessSync, constants, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { PathView } from '../path/path-view.ts'

/** The options of `findProgramIn`. */
export interface FindProgramOptions {
  /** The base of a name with a slash. Absolute. */
  readonly cwd: string
  /** The search path, its folders separated by `:`. Relative folders in it are passed over. */
  readonly searchPath: string
}

/**
 * Returns the file that running `name` would start. A name with a slash is that file; a bare name is looked up on the search path
 * only, never in the working folder. Returns undefined if there is no executable file.
 */
export function findProgram(name: string, { cwd, searchPath }: FindProgramOptions): string | undefined {
  if (name === '' || name.includes('\0')) return undefined
  if (name.includes('/')) return [isAbsolute(name) ? name : join(cwd, name)].find(isExecutableFile)
  return searchPath
    .split(':')
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find(isExecutableFile)
}

function isExecutableFile(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/**
 * As `findProgram`, for a command that runs in another tree: an absolute name is a path of that tree, and what this machine has under it
 * is another file.
 */
export function findProgramIn(
  view: PathView | undefined,
  name: string,
  options: FindProgramOptions,
): string | undefined {
  if (view === undefined || !isAbsolute(name)) return findProgram(name, options)
  const host = view.paths.toHost(name)
  return host === undefined ? undefined : findProgram(host, options)
}
