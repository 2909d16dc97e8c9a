/**
 * Packs the direction of a vector into one byte for each value: a hundredth of its size in text, and near enough for a ranking. The largest
 * value gets the largest number, so that a vector of many small values loses little. Its length is lost.
 */
export function packVector(vector: Float32Array): Int8Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return Int8Array.from(vector, (value) => (largest === 0 ? 0 : Math.round((value / largest) * 127)))
}

/** Returns the length of a packed vector. */
export function lengthOf(packed: Int8Array): number {
  return Math.sqrt(packed.reduce((sum, value) => sum + value * value, 0))
}
