import { lstatSync, type Stats } from 'node:fs'
import type { Target } from '@drawbridge/core'
import type { PathAccess, PathDenials, PathTarget } from '@drawbridge/core/target'
import { listFolder } from './pattern-matches.ts'

const maxEntries = 50_000

/** The use that a call makes of a path which may be another name of a denied file. */
export interface LinkUse {
  /** A program, which leaves nothing out of a folder. */
  readonly isProgram: boolean
  /** A folder is there. */
  readonly isFolder: boolean
}

/**
 * Returns denied files that a call opens under another name, through a hard link, as separate targets. Only a file with
 * several names can be one, so the search is rare.
 */
export function deniedLinks(
  target: PathTarget,
  denials: PathDenials | undefined,
  { isProgram, isFolder }: LinkUse,
): readonly Target[] {
  const { real, access } = target
  if (denials === undefined || access === 'delete' || access === 'list') return []
  if (denials.find(real, access) !== undefined) return []
  if (!isFolder) return linkAt(target, denials)
  if (!isProgram) return []
  return access === 'write' || target.recursive ? linksBelow(target, denials) : []
}

/** Returns the denied file behind one name. A program that reads recursively also takes the name of a file. */
function linkAt(target: PathTarget, denials: PathDenials): readonly Target[] {
  const { real, access, declared } = target
  const stat = statOf(real)
  if (stat?.isFile() !== true || stat.nlink < 2) return []
  const { files, isCut } = linkedFiles(denials, access)
  const denied = files.get(identityOf(stat))
  if (denied !== undefined) return [meant(target, denied)]
  return isCut ? [unknown(`"${declared}" has several names (hard links), and ${tooMany}`)] : []
}

/** Only a program knows which entries of a folder it writes. */
function linksBelow(target: PathTarget, denials: PathDenials): readonly Target[] {
  const { real, access, declared } = target
  const linked = new Set<string>()
  const isCut = walk([real], ({ path, kind }) => {
    const stat = kind === 'other' ? statOf(path) : undefined
    if (stat !== undefined && stat.nlink > 1) linked.add(identityOf(stat))
  })
  if (linked.size === 0 && !isCut) return []
  const known = linkedFiles(denials, access)
  const denied = [...known.files].flatMap(([identity, path]) => (linked.has(identity) ? [path] : []))
  if (access === 'write' && denied[0] !== undefined)
    return [unknown(`"${declared}" contains another name (hard link) of "${denied[0]}"`)]
  const isUnclear = known.isCut || (isCut && known.files.size > 0)
  return [
    ...denied.map((path) => meant(target, path)),
    ...(isUnclear ? [unknown(`"${declared}" contains files with several names (hard links), and ${tooMany}`)] : []),
  ]
}

const tooMany = 'there are too many files to tell whether a rule denies one of them'

function unknown(why: string): Target {
  return { kind: 'dynamic', of: 'path', why }
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
