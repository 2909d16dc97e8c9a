/** Keeps the last bytes of a stream of any length. */
export interface ByteRing {
  /** Takes the next piece; the piece may be reused afterwards. */
  push(chunk: Uint8Array): void
  /** The stored bytes, oldest first. */
  content(): Uint8Array
}

/** A ring that starts small and doubles until it has its capacity. */
export function createByteRing(capacity: number): ByteRing {
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
    push: (chunk) => {
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
