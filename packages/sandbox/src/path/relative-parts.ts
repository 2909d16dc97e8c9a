import { isWithin } from '@drawbridge/core/base'

/** Returns the parts of `path` below `folder`, or all its parts if it is not below it. */
export function relativeParts(path: string, folder: string | undefined): readonly string[] {
  const below = folder !== undefined && isWithin(folder, path) ? path.slice(folder.length) : path
  return below.split('/').filter((part) => part !== '')
}
