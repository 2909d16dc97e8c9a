import { type ListFolder, listFolder } from './pattern-matches.ts'

/** What a command that reads a folder with all below it would meet there. */
export interface SensitiveBelow {
  readonly paths: readonly string[]
  /** There was too much to look at all. */
  readonly isCut: boolean
}

const maxEntries = 50_000

/** More than a person reads in one question. */
const maxPaths = 20

/**
 * Paths below a folder that hold credentials. Unlike a tool of ours, a program leaves nothing out of what it reads. Links are not
 * followed, as programs that descend do not by themselves.
 * @param folder Absolute and real.
 */
export function sensitiveBelow(
  folder: string,
  isSensitive: (path: string) => boolean,
  list: ListFolder = listFolder,
): SensitiveBelow {
  const paths: string[] = []
  const folders = [folder]
  let left = maxEntries
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const { name, kind } of list(next)) {
      if (left === 0 || paths.length === maxPaths) return { paths, isCut: paths.length < maxPaths }
      left -= 1
      const path = `${next === '/' ? '' : next}/${name}`
      if (isSensitive(path)) paths.push(path)
      else if (kind === 'folder') folders.push(path)
    }
  }
  return { paths, isCut: false }
}
