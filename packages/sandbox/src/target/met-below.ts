import type { Reach } from '@drawbridge/core/target'
import { type ListFolder, listFolder, mayMatch } from './pattern-matches.ts'

/** The entries that a command meets when it reads a folder recursively. */
export interface MetBelow {
  /** Paths that hold credentials. */
  readonly sensitive: readonly string[]
  /** Symbolic links that are followed, wherever they lead. */
  readonly links: readonly string[]
  /** One whose name is several words to the command. */
  readonly several?: string | undefined
  /** There was too much to look at all. */
  readonly isCut: boolean
}

export interface MetBelowOptions {
  readonly isSensitive: (path: string) => boolean
  /** Tells if a path is several words to the command. Default: none is. */
  readonly isSeveral?: (path: string) => boolean
  readonly reach?: Reach | undefined
  readonly list?: ListFolder
}

const maxEntries = 50_000

/** More than a person reads in one question. */
const maxPaths = 20

/** Links are resolved one by one. */
const maxLinks = 2_000

/**
 * Paths below a folder that hold credentials, and links that lead on. Unlike a tool of ours, a program leaves nothing out of what it
 * reads but what its options say.
 * @param folder Absolute and real.
 */
export function metBelow(
  folder: string,
  { isSensitive, isSeveral, reach, list = listFolder }: MetBelowOptions,
): MetBelow {
  const { hidden = true, followsLinks = false, names } = reach ?? {}
  const isNamed = (name: string) => names?.some((glob) => mayMatch(glob, name, true)) ?? true
  const sensitive: string[] = []
  const links: string[] = []
  let several: string | undefined
  const folders = [folder]
  let left = maxEntries
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const { name, kind } of list(next)) {
      if (left === 0) return { sensitive, links, several, isCut: true }
      left -= 1
      if (name.startsWith('.') && !hidden) continue
      const path = `${next === '/' ? '' : next}/${name}`
      if (several === undefined && isNamed(name) && isSeveral?.(path) === true) several = path
      if (kind === 'link' && (followsLinks === true || (followsLinks === 'named' && isNamed(name)))) links.push(path)
      if (isSensitive(path) && (isNamed(name) || kind === 'folder')) sensitive.push(path)
      else if (kind === 'folder') folders.push(path)
      if (sensitive.length === maxPaths) return { sensitive, links, several, isCut: false }
      if (links.length === maxLinks) return { sensitive, links, several, isCut: true }
    }
  }
  return { sensitive, links, several, isCut: false }
}
