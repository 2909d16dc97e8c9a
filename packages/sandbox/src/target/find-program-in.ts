import { isAbsolute } from 'node:path'
import type { PathView } from '../path/path-view.ts'
import { type FindProgramOptions, findProgram } from './find-program.ts'

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
