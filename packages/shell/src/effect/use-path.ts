import { sensitiveExamples } from '../guarded/index.ts'
import type { Access, PathUse, Reach, Zone } from '../shell-command.ts'
import { matchesGlob } from '../word/matches-glob.ts'
import type { Word } from '../word/word.ts'
import { isProtectedPath } from './protected-path.ts'
import { mayFindProtected } from './protected-pattern.ts'
import { isInside, resolvePath } from './resolve-path.ts'
import { isSensitivePath, isSensitivePattern, mayMatchSystemFile } from './sensitive-path.ts'
import { sharedFolders, systemFolders } from './system-folders.ts'
import type { World } from './world.ts'

/** One file of each kind that holds credentials by its name. */
const samples = sensitiveExamples.map((name) => name.toLowerCase())

function zoneOf(path: string, world: World): Zone {
  if (isInside(path, world.workspace)) return 'workspace'
  if (world.writeRoots.some((root) => isInside(path, root))) return 'root'
  if (isInside(path, world.home)) return 'home'
  if (sharedFolders.some((folder) => isInside(path, folder))) return 'outside'
  if (path === '/' || systemFolders.some((folder) => isInside(path, folder))) return 'system'
  return 'outside'
}

/** The entries of a folder that a program reads by default: all of them, without following links. */
export const wholeReach: Reach = { hidden: true, followsLinks: false }

/** The entries that shell wildcards match. */
const shellReach: Reach = { hidden: false, followsLinks: false }

export interface PathOrigin {
  readonly world: World
  readonly cwd: string
  readonly known: boolean
  readonly recursive?: boolean
  readonly reach?: Reach
}

/** Resolves one path argument against the folder it is used from. */
export function usePath(word: Word, access: Access, from: PathOrigin): PathUse {
  const anchor = anchorOf(word, from.cwd)
  const found = anchor === undefined ? undefined : word.found
  const path = found !== undefined && anchor !== undefined ? anchor : resolvePath(from.cwd, word.text)
  const recursive = from.recursive === true || found !== undefined
  const plain = found ?? (word.pattern && from.recursive !== true ? shellReach : (from.reach ?? wholeReach))
  const reach = word.breaks === undefined ? plain : { ...plain, breaks: word.breaks }
  return {
    word,
    access,
    recursive,
    reach,
    path,
    certain: (from.known || word.prefix.startsWith('/')) && (word.static || anchor !== undefined),
    zone: anchor === undefined && !word.static ? 'outside' : zoneOf(anchor ?? path, from.world),
    sensitive: isSensitive(word, path, from.world.home),
    protected: mayBeProtected(word, path, access, recursive, from.world),
  }
}

function isSensitive({ pattern, text, found }: Word, path: string, home: string): boolean {
  if (found !== undefined) return found.names?.some(isSensitivePattern) === true || isSensitivePath(path, home)
  return (pattern && (isSensitivePattern(text) || mayMatchSystemFile(path))) || isSensitivePath(path, home)
}

/**
 * A pattern may find something protected, a found name may be it, and a whole tree that is written at the root of a project may
 * hold it.
 */
function mayBeProtected(
  { pattern, found }: Word,
  path: string,
  access: Access,
  recursive: boolean,
  world: World,
): boolean {
  if (isProtectedPath(path)) return true
  if (access !== 'write' && access !== 'delete') return false
  if (found !== undefined) return (found.names ?? ['*']).some((name) => mayFindProtected(`${path}/**/${name}`, true))
  if (pattern && mayFindProtected(path, false)) return true
  return recursive && [world.workspace, world.home, ...world.writeRoots].some((root) => isInside(root, path))
}

/**
 * Returns the folder that a partly known word stays below, if any: its known beginning up to the last slash, if the
 * unknown rest is one or more names and not `..` (which a glob never yields on its own).
 */
function anchorOf(word: Word, cwd: string): string | undefined {
  if (word.static || !word.pattern) return undefined
  if (/(?:^|\/)\.\.(?:\/|$)/.test(word.text.slice(word.prefix.length))) return undefined
  return resolvePath(cwd, word.prefix.slice(0, word.prefix.lastIndexOf('/') + 1))
}

/**
 * Returns the reason that only the disk can tell what a recursive read meets: hidden or linked files may hold credentials. Returns
 * `undefined` if the path says enough.
 */
export function unseenObjection(
  { path, access, recursive, reach, word }: PathUse,
  { workspace }: World,
): string | undefined {
  if (access !== 'read' || !recursive || reach.tracked === true || !isInside(workspace, path)) return undefined
  if (reach.names?.some(mayNameSecret) === false) return undefined
  if (reach.followsLinks === true) return `links below ${word.text} may lead to what is private`
  return reach.hidden ? `hidden files below ${word.text} may hold credentials` : undefined
}

/** Returns true if a glob over base names may match a file with credentials. */
function mayNameSecret(glob: string): boolean {
  return samples.some((name) => matchesGlob(glob.toLowerCase(), name))
}
