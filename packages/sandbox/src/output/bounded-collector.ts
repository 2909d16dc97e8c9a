import type { BoundedOutput } from '@drawbridge/core/machine'
import { createByteRing } from './byte-ring.ts'

/** Keeps the head and the tail of a stream of any length in bounded memory. */
export interface BoundedCollector {
  /** Takes the next piece; the piece may be reused afterwards. */
  push(chunk: Uint8Array): void
  output(): BoundedOutput
}

/**
 * Keeps at most `maxBytes` of the pushed bytes: the first half and, once something had to be dropped, the last half. The result
 * does not depend on the pieces in which the bytes arrive. Memory grows with the kept bytes, never beyond them.
 */
export function createBoundedCollector(maxBytes: number): BoundedCollector {
  const head = createHead(Math.ceil(maxBytes / 2))
  const tail = createByteRing(Math.floor(maxBytes / 2))
  let totalBytes = 0

  return {
    push: (chunk) => {
      totalBytes += chunk.length
      tail.push(head.push(chunk))
    },
    output: () => {
      const kept = tail.content()
      if (totalBytes > maxBytes) return { head: head.content(), tail: kept, totalBytes }
      return { head: Buffer.concat([head.content(), kept]), tail: new Uint8Array(0), totalBytes }
    },
  }
}

function createHead(capacity: number) {
  const pieces: Uint8Array[] = []
  let length = 0
  return {
    /** Returns what it had no room for. */
    push: (chunk: Uint8Array): Uint8Array => {
      const taken = Math.min(capacity - length, chunk.length)
      if (taken > 0) pieces.push(chunk.slice(0, taken))
      length += taken
      return chunk.subarray(taken)
    },
    content: (): Uint8Array => Buffer.concat(pieces),
  }
}
