const longest = 512
const counts = new Uint16Array(128)
/** `n * log2(n)`, so that no logarithm is taken for a value. */
const weighted = Float64Array.from({ length: longest + 1 }, (_, n) => (n === 0 ? 0 : n * Math.log2(n)))

/** Shannon entropy of a text's UTF-16 units in bits a unit, by their lower seven bits. Reads at most 512. */
export function entropy(text: string): number {
  const length = Math.min(text.length, longest)
  if (length === 0) return 0
  for (let index = 0; index < length; index++) {
    const symbol = text.charCodeAt(index) & 127
    counts[symbol] = (counts[symbol] as number) + 1
  }
  let sum = 0
  for (let index = 0; index < length; index++) {
    const symbol = text.charCodeAt(index) & 127
    sum += weighted[counts[symbol] as number] as number
    counts[symbol] = 0
  }
  return Math.log2(length) - sum / length
}
