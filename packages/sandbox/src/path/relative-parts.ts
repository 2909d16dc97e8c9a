import { isWithin } from '@drawbridge/core/base'

/** The parts of `path` below `folder`, or all its parts where it does not lie there. */
export function relativeParts(path: string, folder: string | undefined): readonly string[] {
  const below = folder !== undefined && isWithin(folder, path) ? path.slice(folder.length) : path
  return below.split('/').filter((part) => part !== '')
}
