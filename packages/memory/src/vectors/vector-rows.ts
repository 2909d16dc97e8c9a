import { createDotProducts } from './dot-products.ts'
import { packVector } from './pack-vector.ts'

/** A chunk that is near to a query. */
export interface MeaningMatch {
  readonly id: number
  /** A number from -1 to 1. */
  readonly cosine: number
}

/** The packed vectors of some chunks in the memory of this process, all of one length. */
export interface VectorRows {
  readonly dimensions: number
  readonly count: number
  /** The memory that they take, in bytes. */
  readonly bytes: number
  /** Adds the vector of a chunk. One of another length is not added, and false is returned. */
  add(id: number, vector: Uint8Array): boolean
  /** Drops all chunks but these. */
  keep(ids: ReadonlySet<number>): void
  /** Returns the nearest chunks, best first: exactly, all are compared. @param count The most that are returned. */
  nearest(query: Float32Array, count: number): readonly MeaningMatch[]
}

/** Creates rows for vectors of one length. */
export function createVectorRows(dimensions: number, products = createDotProducts(dimensions)): VectorRows {
  const { width } = products
  let ids: number[] = []
  let capacity = 0
  return {
    dimensions,
    get count() {
      return ids.length
    },
    get bytes() {
      return capacity * width
    },
    add: (id, vector) => {
      if (vector.byteLength !== dimensions) return false
      if (ids.length === capacity) {
        capacity = Math.max(256, 2 * capacity)
        products.reserve(capacity)
      }
      ids.push(id)
      const start = ids.length * width
      const { values } = products
      values.fill(0, start, start + width)
      values.set(new Int8Array(vector.buffer, vector.byteOffset, dimensions), start)
      return true
    },
    keep: (kept) => {
      const { values } = products
      const left: number[] = []
      for (const [row, id] of ids.entries()) {
        if (!kept.has(id)) continue
        left.push(id)
        values.copyWithin(left.length * width, (row + 1) * width, (row + 2) * width)
      }
      ids = left
    },
    nearest: (query, count) => {
      if (query.length !== dimensions || ids.length === 0) return []
      products.values.set(packVector(query), 0)
      const found = products.compute(ids.length)
      return topOf(found, count).map((row) => ({ id: ids[row] ?? 0, cosine: (found[row] ?? 0) / (127 * 127) }))
    },
  }
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
