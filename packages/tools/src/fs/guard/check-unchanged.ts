import { createHash } from 'node:crypto'
import { fail } from '@drawbridge/core'
import type { FileAccess, OpenFile } from '@drawbridge/core/machine'
import { isWhole, type SeenContent } from './read-guard.ts'

const chunkBytes = 256 * 1024

/** Whether a file in memory, of which the hash is known, is still what the session saw. */
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

/** Ends with `stale_file`. */
export function stale(path: string): never {
  return fail(
    'stale_file',
    `"${path}" changed since this session read it. Read it again with fs.read_file, then repeat the change on what it says now.`,
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
