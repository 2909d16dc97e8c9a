import { readdirSync } from 'node:fs'

/** One entry of a folder; a symbolic link is a link, wherever it leads. */
export interface ListedEntry {
  readonly name: string
  readonly kind: 'link' | 'folder' | 'other'
}

/** Returns the entries of a folder; none if it cannot be read. */
export type ListFolder = (folder: string) => readonly ListedEntry[]

/** The current matches of a pattern. */
export interface PatternMatches {
  /** Paths that match, or may; of links what is written after them in the pattern goes along. */
  readonly paths: readonly { readonly path: string; readonly isLink: boolean }[]
  /** There were too many to look at all. */
  readonly isCut: boolean
}

const maxEntries = 5_000

/**
 * Returns the matches of an unquoted shell pattern on this disk. Only the text before the first and after the last
 * wildcard of a part is compared, which finds slightly too much at low cost. Links are not followed: the caller checks
 * them.
 * @param pattern Absolute. A part `**` matches any number of folders, and at the end everything below.
 * @param hidden True if wildcards match a leading dot.
 */
export function patternMatches(pattern: string, list: ListFolder = listFolder, hidden = false): PatternMatches {
  const parts = pattern.split('/').slice(1)
  const first = parts.findIndex(isPattern)
  if (first < 0) return { paths: [], isCut: false }
  const found: { readonly path: string; readonly isLink: boolean }[] = []
  let left = maxEntries

  const entriesOf = function* (folder: string): Generator<ListedEntry> {
    for (const entry of list(folder === '' ? '/' : folder)) {
      if (left === 0) return
      left -= 1
      yield entry
    }
  }
  const descend = (folder: string, [part = '', ...rest]: readonly string[]): void => {
    if (part === '**') {
      spread(folder, rest)
      return
    }
    if (!isPattern(part)) {
      // A fixed name that is a link is checked by the caller, who resolves the path.
      if (rest.length > 0) descend(`${folder}/${part}`, rest)
      else found.push({ path: `${folder}/${part}`, isLink: false })
      return
    }
    for (const { name, kind } of entriesOf(folder)) {
      if (!mayMatch(part, name, hidden)) continue
      const path = `${folder}/${name}`
      if (kind === 'link') found.push({ path: fixedBelow(path, rest), isLink: true })
      else if (rest.length === 0) found.push({ path, isLink: false })
      else if (kind === 'folder') descend(path, rest)
    }
  }
  const spread = (folder: string, rest: readonly string[]): void => {
    if (rest.length > 0) descend(folder, rest)
    for (const { name, kind } of entriesOf(folder)) {
      if (name.startsWith('.') && !hidden) continue
      const path = `${folder}/${name}`
      if (rest.length === 0) found.push({ path, isLink: kind === 'link' })
      if (kind === 'folder') spread(path, rest)
    }
  }
  descend(
    parts.slice(0, first).reduce((folder, part) => `${folder}/${part}`, ''),
    parts.slice(first),
  )
  return { paths: found, isCut: left === 0 }
}

/** Returns the entries of a folder. */
export function listFolder(folder: string): readonly ListedEntry[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      kind: entry.isSymbolicLink() ? 'link' : entry.isDirectory() ? 'folder' : 'other',
    }))
  } catch {
    return []
  }
}

const wildcard = /[*?[(]/

function isPattern(part: string): boolean {
  return wildcard.test(part)
}

/** Returns true if a part of a pattern may match a name. Alternatives, `@(a|b)`, may match any. */
export function mayMatch(part: string, name: string, hidden = false): boolean {
  if (part.includes('(')) return true
  if (name.startsWith('.') && !part.startsWith('.') && !hidden) return false
  if (!isPattern(part)) return part === name
  const before = part.slice(0, part.search(wildcard))
  const after = part.slice(Math.max(part.lastIndexOf('*'), part.lastIndexOf('?'), part.lastIndexOf(']')) + 1)
  return name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after)
}

/** The folder below which everything lies that a pattern can find. */
export function baseOf(pattern: string): string {
  const parts = pattern.split('/')
  const wild = parts.findIndex(isPattern)
  return wild < 0 ? pattern : parts.slice(0, wild).join('/') || '/'
}

function fixedBelow(path: string, rest: readonly string[]): string {
  const wild = rest.findIndex(isPattern)
  return [path, ...(wild < 0 ? rest : rest.slice(0, wild))].join('/')
}
