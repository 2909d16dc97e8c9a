import { lstatSync, type Stats } from 'node:fs'
import type { Target } from '@drawbridge/core'
import type { PathAccess, PathDenials, PathTarget } from '@drawbridge/core/target'
import { listFolder } from './pattern-matches.ts'

const maxEntries = 50_000

/**
 * Returns denied files that a call opens under another name, through a hard link, as separate targets. Only a file with several names can be one, so the search is rare.
 * @param isWhole True if a program reads everything below a folder, under any names.
 */
export function deniedLinks(target: PathTarget, denials: PathDenials | undefined, isWhole: boolean): readonly Target[] {
  const { real, access, recursive, declared } = target
  if (denials === undefined || access === 'delete' || access === 'list') return []
  if (denials.find(real, access) !== undefined) return []
  if (recursive) return isWhole && access === 'read' ? linksBelow(target, denials) : []
  const stat = statOf(real)
  if (stat?.isFile() !== true || stat.nlink < 2) return []
  const { files, isCut } = linkedFiles(denials, access)
  const denied = files.get(identityOf(stat))
  if (denied !== undefined) return [meant(target, denied)]
  const why = `"${declared}" has several names (hard links), and there are too many files to tell whether a rule denies one of them`
  return isCut ? [{ kind: 'dynamic', of: 'path', why }] : []
}

function linksBelow(target: PathTarget, denials: PathDenials): readonly Target[] {
  const { files } = linkedFiles(denials, target.access)
  if (files.size === 0) return []
  const denied = new Set<string>()
  walk([target.real], ({ path, kind }) => {
    const stat = kind === 'other' ? statOf(path) : undefined
    const file = stat === undefined || stat.nlink < 2 ? undefined : files.get(identityOf(stat))
    if (file !== undefined) denied.add(file)
  })
  return [...denied].map((path) => meant(target, path))
}

function meant(target: PathTarget, denied: string): PathTarget {
  const { why: _, below: __, ...rest } = target
  return { ...rest, real: denied, recursive: false }
}

interface LinkedFiles {
  /** Denied files with several names, by their identity on the disk. */
  readonly files: ReadonlyMap<string, string>
  /** There was too much to look at all. */
  readonly isCut: boolean
}

function linkedFiles(denials: PathDenials, access: PathAccess): LinkedFiles {
  const files = new Map<string, string>()
  const note = (path: string): void => {
    const stat = denials.find(path, access) === undefined ? undefined : statOf(path)
    if (stat?.isFile() === true && stat.nlink > 1) files.set(identityOf(stat), path)
  }
  for (const base of denials.bases) note(base)
  const isCut = walk(denials.bases, ({ path, kind }) => {
    if (kind === 'other') note(path)
  })
  return { files, isCut }
}

type Visit = (entry: { readonly path: string; readonly kind: 'link' | 'folder' | 'other' }) => void

/** Visits everything below folders, without following links. Returns true if it had to stop before the end. */
function walk(roots: readonly string[], visit: Visit): boolean {
  const folders = [...roots]
  let left = maxEntries
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const { name, kind } of listFolder(next)) {
      if (left === 0) return true
      left -= 1
      const path = `${next === '/' ? '' : next}/${name}`
      visit({ path, kind })
      if (kind === 'folder') folders.push(path)
    }
  }
  return false
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function identityOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`
}
