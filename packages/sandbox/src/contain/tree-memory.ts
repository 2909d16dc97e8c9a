import { lstatSync, readdirSync } from 'node:fs'
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
}

/**
 * Remembers which folders below a root hold guarded entries. A folder is listed again if its stamp changed. A repeated survey
 * costs one system call per folder, and none for files.
 */
export function createTreeMemory({ isGuarded, mayHold }: TreeMemoryOptions): TreeMemory {
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
    const now = listed(folder, stampOf(stat))
    known.set(folder, now)
    return now
  }

  function listed(folder: string, stamp: FolderStamp | undefined): KnownFolder {
    const guarded: KnownFolder['guarded'][number][] = []
    const folders: string[] = []
    const names = entriesOf(folder)
    for (const entry of names) {
      const path = `${folder === '/' ? '' : folder}/${entry.name}`
      if (isGuarded(path) || entry.isFIFO()) guarded.push({ path, isLink: entry.isSymbolicLink() })
      else if (entry.isDirectory() && (!passedOver.has(entry.name) || mayHold(path))) folders.push(path)
    }
    return { stamp, entries: names.length, guarded, folders }
  }
}

/** No program of this user can list what this user cannot. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
