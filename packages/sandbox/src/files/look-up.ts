import { type BigIntStats, lstatSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import type { FileStat } from '@drawbridge/core/machine'
import { errnoOf } from './fault-from-errno.ts'

/** One directory entry as it is now, links not followed. */
export type Entry =
  | { readonly kind: 'missing' }
  | { readonly kind: 'file' | 'directory' | 'symlink' | 'other'; readonly stat: BigIntStats }

export type PresentEntry = Exclude<Entry, { kind: 'missing' }>

/** `path` goes through an open folder, so this is one look at an entry: quick enough not to wait for it. */
export function lookUpNow(path: string): Entry {
  try {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    return stat === undefined ? { kind: 'missing' } : { kind: entryKind(stat), stat }
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR') return { kind: 'missing' }
    throw error
  }
}

export async function lookUp(path: string): Promise<Entry> {
  try {
    const stat = await lstat(path, { bigint: true })
    return { kind: entryKind(stat), stat }
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return { kind: 'missing' }
    throw error
  }
}

export function entryKind(stat: Pick<BigIntStats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): PresentEntry['kind'] {
  if (stat.isFile()) return 'file'
  if (stat.isDirectory()) return 'directory'
  return stat.isSymbolicLink() ? 'symlink' : 'other'
}

/** Node's answer in the words of the interface. */
export function fileStat(stat: BigIntStats): FileStat {
  const kind = entryKind(stat)
  return {
    kind: kind === 'symlink' ? 'other' : kind,
    size: Number(stat.size),
    modifiedMs: Number(stat.mtimeNs / 1_000_000n),
    mode: Number(stat.mode) & 0o7777,
    links: Number(stat.nlink),
  }
}

/** Returns true if two stats describe the same file with the same content, as far as the file system can tell. */
export function isUnchanged(before: BigIntStats, after: BigIntStats): boolean {
  return isSameEntry(before, after) && before.size === after.size && before.mtimeNs === after.mtimeNs
}

export function isSameEntry(before: BigIntStats, after: BigIntStats): boolean {
  return before.dev === after.dev && before.ino === after.ino
}
