import { lstat } from 'node:fs/promises'
import { errnoOf } from '../../files/fault-from-errno.ts'
import { isPlaceholder } from './placeholders.ts'

/** The entry at a path of this machine. Our placeholders count as missing. */
export type PathFact =
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'file' | 'folder' | 'link' | 'other'
      readonly id: string
      readonly uid: number
      readonly gid: number
    }

export type PathFacts = ReadonlyMap<string, PathFact>

const absent: PathFact = { kind: 'absent' }

/** Looks at paths without following their last part. What cannot be looked at counts as absent: no program gets there either. */
export async function readPathFacts(paths: Iterable<string>): Promise<PathFacts> {
  const unique = [...new Set(paths)]
  return new Map(await Promise.all(unique.map(async (path) => [path, await factOf(path)] as const)))
}

async function factOf(path: string): Promise<PathFact> {
  try {
    const stat = await lstat(path)
    if (isPlaceholder(stat)) return absent
    const id = `${stat.dev}:${stat.ino}`
    const { uid, gid } = stat
    if (stat.isFile()) return { kind: 'file', id, uid, gid }
    if (stat.isDirectory()) return { kind: 'folder', id, uid, gid }
    return { kind: stat.isSymbolicLink() ? 'link' : 'other', id, uid, gid }
  } catch (error) {
    const errno = errnoOf(error)
    if (errno === 'ENOENT' || errno === 'ENOTDIR' || errno === 'EACCES' || errno === 'ELOOP') return absent
    throw error
  }
}
