/** Packs a vector of length 1 into one byte for each value: a hundredth of its size in text, and near enough for a ranking. */
export function packVector(vector: Float32Array): Int8Array {
  return Int8Array.from(vector, (value) => Math.max(-127, Math.min(127, Math.round(value * 127))))
}

/** Many packed vectors in one piece of memory. */
export interface PackedVectors {
  readonly ids: readonly number[]
  readonly dimensions: number
  /** One after the other. */
  readonly values: Int8Array
}

/** Returns the nearest vectors to one, best first, with their cosines. @param count The most that are returned. */
export function findNearest(
  query: Float32Array,
  { ids, dimensions, values }: PackedVectors,
  count: number,
): readonly { readonly id: number; readonly cosine: number }[] {
  if (query.length !== dimensions) return []
  const wanted = packVector(query)
  const dots = new Int32Array(ids.length)
  for (let row = 0, at = 0; row < ids.length; row += 1) {
    let dot = 0
    for (let column = 0; column < dimensions; column += 1, at += 1) dot += (values[at] ?? 0) * (wanted[column] ?? 0)
    dots[row] = dot
  }
  return topOf(dots, count).map((row) => ({ id: ids[row] ?? 0, cosine: (dots[row] ?? 0) / (127 * 127) }))
}

/** Returns the positions of the largest numbers, largest first; of equal ones the first. */
function topOf(numbers: Int32Array, count: number): readonly number[] {
  const top: number[] = []
  for (let index = 0; index < numbers.length; index += 1) {
    const value = numbers[index] ?? 0
    const last = top.at(-1)
    if (top.length >= count && last !== undefined && value <= (numbers[last] ?? 0)) continue
    let place = top.length
    while (place > 0 && value > (numbers[top[place - 1] ?? 0] ?? 0)) place -= 1
    top.splice(place, 0, index)
    if (top.length > count) top.pop()
  }
  return top
}
