/**
 * The largest cut point at or before `end` that does not lie inside a UTF-8 character. Bytes that are no UTF-8 at all are cut
 * at `end`.
 */
export function utf8Boundary(bytes: Uint8Array, end: number): number {
  if (end >= bytes.length) return bytes.length
  for (let start = end; start >= Math.max(0, end - 3); start -= 1) {
    if (!isContinuation(bytes[start] ?? 0)) return start
  }
  return end
}

/** The end of the last whole character of a piece that was cut anywhere. */
export function lastWholeUtf8(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (isContinuation(byte)) continue
    return back < sequenceLength(byte) ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** The start of the first whole character of a piece that was cut anywhere. */
export function firstWholeUtf8(bytes: Uint8Array): number {
  let start = 0
  while (start < Math.min(3, bytes.length) && isContinuation(bytes[start] ?? 0)) start += 1
  return start
}

function isContinuation(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4
  if (lead >= 0xe0) return 3
  return lead >= 0xc0 ? 2 : 1
}
