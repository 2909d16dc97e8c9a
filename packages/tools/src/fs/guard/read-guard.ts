import type { SessionKey } from '@drawbridge/core/registry'

/** What a session has seen of a file: its first bytes, by hash, and how long it was. */
export interface SeenContent {
  /** How many bytes from the front the session's read went through. */
  readonly prefixBytes: number
  /** SHA-256 of those bytes, hex. */
  readonly prefixHash: string
  /** Size of the whole file then, in bytes. */
  readonly size: number
}

/** What a session knows of the files it read or wrote, by real path. */
export interface ReadGuard {
  seen(real: string): SeenContent | undefined
  /** Replaces what was known. */
  remember(real: string, content: SeenContent): void
  /** Of a file, or of a folder and all below it. */
  forget(real: string): void
  /** Of a file, or of a folder and all below it. */
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

/** What a session knows after it saw or wrote a whole file. */
export function seenWhole(bytes: number, hash: string): SeenContent {
  return { prefixBytes: bytes, prefixHash: hash, size: bytes }
}

/** Whether the hash is that of the whole file. */
export function isWhole({ prefixBytes, size }: SeenContent): boolean {
  return prefixBytes === size
}
