import { accessSync, constants, type Dirent, lstatSync, readdirSync } from 'node:fs'
import { passedOver } from '../machine/survey-folders.ts'
import { type FolderStamp, isUnchanged, stampOf } from './folder-stamp.ts'

/** The entries of a folder at the last scan, and the data to detect a change. */
interface KnownFolder {
  readonly stamp: FolderStamp | undefined
  readonly entries: number
  /** Names that are guarded, and that of named pipes: writing into one needs no writable disk. */
  readonly guarded: readonly { readonly path: string; readonly isLink: boolean }[]
  readonly folders: readonly string[]
}

export interface TreeLook {
  /** Guarded entries, outermost ones. A link stands for what it leads to. */
  readonly guarded: readonly { readonly path: string; readonly isLink: boolean }[]
  readonly folders: number
  /** False if there were more entries than the bound, so that the survey is incomplete. */
  readonly isWhole: boolean
}

export interface TreeMemory {
  /** Looks below a folder, reading only what changed since. To be advanced until it is done. */
  look(root: string, bounds: TreeBounds): TreeWalk
}

export interface TreeBounds {
  readonly maxFolders: number
  readonly maxEntries: number
}

export interface TreeWalk {
  /** Looks at so many folders more. Undefined while there are others. */
  advance(folders: number): TreeLook | undefined
}

export interface TreeMemoryOptions {
  readonly isGuarded: (path: string) => boolean
  /** Returns true if a folder that is normally skipped has to be scanned. */
  readonly mayHold: (folder: string) => boolean
  /** Lists a folder. Default: the disk. */
  readonly list?: ListFolder
}

type ListFolder = (folder: string) => readonly Dirent[]

const listOnDisk: ListFolder = (folder) => readdirSync(folder, { withFileTypes: true })

/**
 * Remembers which folders below a root hold guarded entries. A folder is listed again if its stamp changed. A repeated survey
 * costs one system call per folder, and none for files.
 */
export function createTreeMemory({ isGuarded, mayHold, list = listOnDisk }: TreeMemoryOptions): TreeMemory {
  const known = new Map<string, KnownFolder>()

  return {
    look: (root, { maxFolders, maxEntries }) => {
      const left = [root]
      const guarded: TreeLook['guarded'][number][] = []
      let folders = 0
      let entries = 0
      return {
        advance: (count) => {
          for (let done = 0; done < count; done += 1) {
            const folder = left.pop()
            if (folder === undefined) return { guarded, folders, isWhole: true }
            const found = lookInto(folder)
            if (found === undefined) continue
            folders += 1
            entries += found.entries
            if (folders > maxFolders || entries > maxEntries) return { guarded, folders, isWhole: false }
            for (const entry of found.guarded) guarded.push(entry)
            for (const inner of found.folders) left.push(inner)
          }
          return undefined
        },
      }
    },
  }

  function lookInto(folder: string): KnownFolder | undefined {
    const stat = lstatSync(folder, { throwIfNoEntry: false })
    if (stat === undefined || !stat.isDirectory()) {
      known.delete(folder)
      return undefined
    }
    const before = known.get(folder)
    if (before !== undefined && isUnchanged(before.stamp, stat)) return before
    // Taken before the folder is listed, so that a change in between is seen by the next look at the latest.
    const stamp = stampOf(stat)
    const names = namesIn(folder, list)
    if (names === 'unknown') {
      known.delete(folder)
      return { stamp: undefined, entries: 0, guarded: [{ path: folder, isLink: false }], folders: [] }
    }
    const now = listed(folder, stamp, names)
    known.set(folder, now)
    return now
  }

  function listed(folder: string, stamp: FolderStamp | undefined, names: readonly Dirent[]): KnownFolder {
    const guarded: KnownFolder['guarded'][number][] = []
    const folders: string[] = []
    for (const entry of names) {
      const path = `${folder === '/' ? '' : folder}/${entry.name}`
      if (isGuarded(path) || entry.isFIFO()) guarded.push({ path, isLink: entry.isSymbolicLink() })
      else if (entry.isDirectory() && (!passedOver.has(entry.name) || mayHold(path))) folders.push(path)
    }
    return { stamp, entries: names.length, guarded, folders }
  }
}

/**
 * Returns the entries of a folder, or `unknown` if there may be some that a program can open by their names: then the whole folder
 * is covered. A folder that this user can neither list nor enter has nothing to show to this user's programs.
 */
function namesIn(folder: string, list: ListFolder): readonly Dirent[] | 'unknown' {
  try {
    return list(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    return code === 'EACCES' && !canEnter(folder) ? [] : 'unknown'
  }
}

function canEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return true
  } catch {
    return false
  }
}
