const lineFeed = 0x0a
const lowBits = 0x7f7f7f7f

/** How many line feeds stand in a range of bytes. Four bytes at a time: most lines are short, so looking for each is slower. */
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
