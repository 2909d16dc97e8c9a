import { type Stats, statSync } from 'node:fs'

/**
 * The identity of a folder and the time of its last change. That time moves with every entry that is created, renamed
 * or removed, and no program can set it.
 */
export interface FolderStamp {
  readonly device: number
  readonly inode: number
  readonly changedMs: number
}

/** A folder that changed so recently may change again within the same tick of the disk's clock. */
const tickMs = 50
/** The same for disks that keep whole seconds, or every other one. */
const coarseTickMs = 2_050
const absent: FolderStamp = { device: 0, inode: 0, changedMs: 0 }

/** Returns the stamp of a folder, or undefined if a later change could leave the same stamp. */
export function stampOf(stat: Stats | undefined): FolderStamp | undefined {
  if (stat === undefined) return absent
  const isCoarse = stat.ctimeMs % 1_000 === 0
  if (stat.ctimeMs > Date.now() - (isCoarse ? coarseTickMs : tickMs)) return undefined
  return { device: stat.dev, inode: stat.ino, changedMs: stat.ctimeMs }
}

/** Returns true if a folder still has this stamp. */
export function isUnchanged(stamp: FolderStamp | undefined, stat: Stats | undefined): boolean {
  if (stamp === undefined) return false
  if (stat === undefined) return stamp === absent
  return stamp.inode === stat.ino && stamp.changedMs === stat.ctimeMs && stamp.device === stat.dev
}

/** Returns a function that computes its result again only after an entry was made, renamed or removed in one of these folders. */
export function rememberWhileUnchanged<Result>(folders: readonly string[], compute: () => Result): () => Result {
  let known: { readonly stamps: readonly (FolderStamp | undefined)[]; readonly result: Result } | undefined
  return () => {
    const stats = folders.map(statOf)
    if (known?.stamps.every((stamp, index) => isUnchanged(stamp, stats[index])) === true) return known.result
    known = { stamps: stats.map(stampOf), result: compute() }
    return known.result
  }
}

/** Nothing below a folder that this user cannot reach is there for this user's programs either. */
function statOf(folder: string): Stats | undefined {
  try {
    return statSync(folder, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
