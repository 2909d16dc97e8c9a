/** Packs a vector of length 1 into one byte for each value: a hundredth of its size in text, and near enough for a ranking. */
export function packVector(vector: Float32Array): Int8Array {
  return Int8Array.from(vector, (value) => Math.max(-127, Math.min(127, Math.round(value * 127))))
}
