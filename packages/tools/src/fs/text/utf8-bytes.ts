const lineFeed = 0x0a

const lowBits = 0x7f7f7f7f

export function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return bytes.length >= prefix.length && prefix.every((byte, index) => bytes[index] === byte)
}

/**
 * Counts the line feeds in a range of bytes. Four bytes at a time: most lines are short, so searching for each is
 * slower.
 */
export function countLineFeeds(bytes: Uint8Array, start = 0, end: number = bytes.length): number {
  const firstWord = Math.min(end, start + ((4 - ((bytes.byteOffset + start) % 4)) % 4))
  const wordCount = (end - firstWord) >> 2
  if (wordCount === 0) return countOneByOne(bytes, start, end)
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + firstWord, wordCount)
  const lastByte = firstWord + wordCount * 4
  return countOneByOne(bytes, start, firstWord) + countInWords(words) + countOneByOne(bytes, lastByte, end)
}

function countInWords(words: Int32Array): number {
  let count = 0
  for (let index = 0; index < words.length; index += 1) {
    // A byte of `differs` is zero where a line feed stands; exactly its highest bit is set in `feeds` then.
    const differs = (words[index] ?? 0) ^ 0x0a0a0a0a
    const feeds = ~(((differs & lowBits) + lowBits) | 0 | differs | lowBits)
    if (feeds !== 0) count += Math.imul(feeds >>> 7, 0x01010101) >>> 24
  }
  return count
}

function countOneByOne(bytes: Uint8Array, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at += 1) if (bytes[at] === lineFeed) count += 1
  return count
}

/**
 * Returns the largest cut point at or before `end` that is not inside a UTF-8 character. Bytes that are not UTF-8 are
 * cut at `end`.
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
