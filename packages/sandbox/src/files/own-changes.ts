import { createHash } from 'node:crypto'
import type { WriteReceipt } from '@drawbridge/core/machine'

/**
 * The changes that one call made, so that it can undo them: what it created it may delete, what it deleted it may write back byte for
 * byte, and what it moved it may move back. All by real path.
 */
export interface OwnChanges {
  noteWrite(real: string, receipt: Pick<WriteReceipt, 'created'>): void
  /** @param hash SHA-256 (hex) of what was deleted; undefined if it is not known, so that nothing can be written back. */
  noteRemoval(real: string, hash: string | undefined): void
  noteMove(from: string, to: string): void
  undoesCreation(real: string): boolean
  undoesDeletion(real: string, content: Uint8Array | readonly Uint8Array[]): boolean
  undoesMove(from: string, to: string): boolean
}

export function createOwnChanges(): OwnChanges {
  const created = new Set<string>()
  const deleted = new Map<string, string>()
  const moved = new Map<string, string>()
  return {
    noteWrite: (real, receipt) => {
      if (receipt.created) created.add(real)
      deleted.delete(real)
    },
    noteRemoval: (real, hash) => {
      created.delete(real)
      if (hash !== undefined) deleted.set(real, hash)
    },
    noteMove: (from, to) => {
      created.delete(from)
      moved.set(to, from)
    },
    undoesCreation: (real) => created.has(real),
    undoesDeletion: (real, content) => deleted.size > 0 && deleted.get(real) === hashOf(content),
    undoesMove: (from, to) => moved.get(from) === to,
  }
}

function hashOf(content: Uint8Array | readonly Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const piece of content instanceof Uint8Array ? [content] : content) hash.update(piece)
  return hash.digest('hex')
}
