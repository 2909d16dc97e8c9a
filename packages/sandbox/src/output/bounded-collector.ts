import type { BoundedOutput } from '@drawbridge/core'

/** Keeps the head and the tail of a stream of any length in bounded memory. */
export interface BoundedCollector {
  /** Takes the next piece; the piece may be reused afterwards. */
  push(chunk: Uint8Array): void
  output(): BoundedOutput
}

/**
 * Keeps at most `maxBytes` of what is pushed: the first half and, once something had to go, the last half. However the
 * stream was cut into pieces, the outcome is the same. Memory grows with what is kept, never beyond it.
 */
export function createBoundedCollector(maxBytes: number): BoundedCollector {
  const head = createHead(Math.ceil(maxBytes / 2))
  const tail = createTail(Math.floor(maxBytes / 2))
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

/** A ring that starts small and doubles until it has its capacity. */
function createTail(capacity: number) {
  let ring = new Uint8Array(Math.min(capacity, 4096))
  let start = 0
  let length = 0

  const unrolled = (): Uint8Array => {
    const untilEnd = ring.subarray(start, Math.min(start + length, ring.length))
    return Buffer.concat([untilEnd, ring.subarray(0, length - untilEnd.length)])
  }
  const grow = (needed: number) => {
    const larger = new Uint8Array(Math.min(capacity, Math.max(ring.length * 2, needed)))
    larger.set(unrolled())
    ring = larger
    start = 0
  }

  return {
    push: (chunk: Uint8Array): void => {
      const last = chunk.subarray(Math.max(0, chunk.length - capacity))
      if (last.length === 0) return
      if (length + last.length > ring.length && ring.length < capacity) grow(length + last.length)
      const end = (start + length) % ring.length
      const untilEnd = Math.min(last.length, ring.length - end)
      ring.set(last.subarray(0, untilEnd), end)
      ring.set(last.subarray(untilEnd), 0)
      const overwritten = Math.max(0, length + last.length - ring.length)
      start = (start + overwritten) % ring.length
      length = Math.min(ring.length, length + last.length)
    },
    content: unrolled,
  }
}
