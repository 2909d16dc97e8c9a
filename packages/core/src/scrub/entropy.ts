const counts = new Uint16Array(128)

/** Shannon entropy of a text's UTF-16 units in bits a unit; units above ASCII count as one symbol. Reads at most 512. */
export function entropy(text: string): number {
  const length = Math.min(text.length, 512)
  if (length === 0) return 0
  counts.fill(0)
  for (let index = 0; index < length; index++) {
    const symbol = text.charCodeAt(index) & 127
    counts[symbol] = (counts[symbol] ?? 0) + 1
  }
  let bits = 0
  for (const count of counts) if (count > 0) bits -= (count / length) * Math.log2(count / length)
  return bits
}
