import { createHash } from 'node:crypto'
import { fail } from '@drawbridge/core'
import { unquotedPath } from '@drawbridge/core/base'
import type { FileAccess, OpenFile } from '@drawbridge/core/machine'
import type { SessionKey } from '@drawbridge/core/registry'
import { pathBelow } from './result-text.ts'

const chunkBytes = 256 * 1024

/** The part of a file that a session has seen: the hash of its first bytes, and its size. */
export interface SeenContent {
  /** The number of bytes from the front that the session has read. */
  readonly prefixBytes: number
  /** SHA-256 of those bytes, hex. */
  readonly prefixHash: string
  /** Size of the whole file then, in bytes. */
  readonly size: number
}

/** A session's knowledge of the files it read or wrote, by real path. */
export interface ReadGuard {
  seen(real: string): SeenContent | undefined
  /** Replaces what was known. */
  remember(real: string, content: SeenContent): void
  /** Forgets a file, or a folder and all below it. */
  forget(real: string): void
  /** Moves the entry of a file, or of a folder and all below it. */
  move(from: string, to: string): void
  /** Counts a failed edit; resolves to how often in a row this very edit of this file failed. */
  countFailure(real: string, edit: string): number
}

export const readGuardKey: SessionKey<ReadGuard> = { name: 'fs.read_guard', create: createReadGuard }

function createReadGuard(): ReadGuard {
  const seen = new Map<string, SeenContent>()
  const failures = new Map<string, { readonly edit: string; readonly count: number }>()
  return {
    seen: (real) => seen.get(real),
    remember(real, content) {
      seen.set(real, content)
      failures.delete(real)
    },
    forget(real) {
      for (const path of seen.keys()) if (isAtOrBelow(real, path)) seen.delete(path)
    },
    move(from, to) {
      seen.delete(to)
      for (const [path, content] of [...seen]) {
        if (!isAtOrBelow(from, path)) continue
        seen.delete(path)
        seen.set(to + path.slice(from.length), content)
      }
    },
    countFailure(real, edit) {
      const last = failures.get(real)
      const count = last?.edit === edit ? last.count + 1 : 1
      failures.set(real, { edit, count })
      return count
    },
  }
}

function isAtOrBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

/** Returns the knowledge of a session that saw or wrote a whole file. */
export function seenWhole(bytes: number, hash: string): SeenContent {
  return { prefixBytes: bytes, prefixHash: hash, size: bytes }
}

/** Returns true if the hash is that of the whole file. */
export function isWhole({ prefixBytes, size }: SeenContent): boolean {
  return prefixBytes === size
}

/** Returns true if a file in memory with a known hash is still the one that the session saw. */
export function isUnchanged(seen: SeenContent, bytes: Uint8Array, hash: string | null): boolean {
  if (bytes.length !== seen.size) return false
  if (isWhole(seen)) return hash === seen.prefixHash
  return hashOf(bytes.subarray(0, seen.prefixBytes)) === seen.prefixHash
}

/** Ends with `stale_file` unless a file on disk is still what the session saw. Reads what the session read, no more. */
export async function checkUnchanged(files: FileAccess, path: string, seen: SeenContent): Promise<void> {
  await using file = await files.open(path)
  if (file.stat.size !== seen.size || (await hashPrefix(file, seen.prefixBytes)) !== seen.prefixHash) stale(path)
}

/** Returns the size and the hash of a whole file, read in constant memory. */
export async function hashFileOf(files: FileAccess, path: string) {
  await using file = await files.open(path)
  return { bytes: file.stat.size, hash: await hashPrefix(file, file.stat.size) }
}

/** Ends with `stale_file`. */
export function stale(path: string): never {
  return fail(
    'stale_file',
    `"${path}" changed since this session read it. Read it again with fs.read_file, then repeat the change on its current content.`,
  )
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function hashPrefix(file: OpenFile, bytes: number): Promise<string> {
  const hash = createHash('sha256')
  const buffer = new Uint8Array(Math.min(chunkBytes, Math.max(1, bytes)))
  for (let position = 0; position < bytes; ) {
    const read = await file.read(buffer.subarray(0, Math.min(buffer.length, bytes - position)), position)
    if (read === 0) break
    hash.update(buffer.subarray(0, read))
    position += read
  }
  return hash.digest('hex')
}

/** Throws `file_not_found`, naming files in the same folder with similar names. */
export async function failMissing(files: FileAccess, path: string): Promise<never> {
  const folder = unquotedPath(path)
    .replace(/\/+$/, '')
    .replace(/[^/]*$/, '')
  const similar = (await files.similarNames(path)).slice(0, 5).map((name) => `"${pathBelow(folder, name)}"`)
  const advice = similar.length > 0 ? `Similar: ${similar.join(', ')}.` : 'Look for it with fs.glob or fs.list_files.'
  return fail('file_not_found', `"${path}" does not exist. ${advice}`)
}
