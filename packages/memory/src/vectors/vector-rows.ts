import { createDotProducts } from './dot-products.ts'
import { lengthOf, packVector } from './pack-vector.ts'

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
  /** Drops some chunks. */
  drop(ids: ReadonlySet<number>): void
  /** Drops all chunks but these. */
  keep(ids: ReadonlySet<number>): void
  /** Returns the nearest chunks, best first: exactly, all are compared. @param count The most that are returned. */
  nearest(query: Float32Array, count: number): readonly MeaningMatch[]
}

/** Creates rows for vectors of one length. */
export function createVectorRows(dimensions: number, products = createDotProducts(dimensions)): VectorRows {
  const { width } = products
  let ids: number[] = []
  let lengths: number[] = []
  let capacity = 0
  /** Puts the last row into the place of one that goes. */
  const dropRow = (row: number) => {
    const [lastId, lastLength] = [ids.pop(), lengths.pop()]
    if (lastId === undefined || lastLength === undefined || row === ids.length) return
    ids[row] = lastId
    lengths[row] = lastLength
    const { values } = products
    values.copyWithin((row + 1) * width, (ids.length + 1) * width, (ids.length + 2) * width)
  }
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
      const packed = new Int8Array(vector.buffer, vector.byteOffset, dimensions)
      values.set(packed, start)
      lengths.push(lengthOf(packed))
      return true
    },
    drop: (gone) => {
      let left = gone.size
      for (let row = ids.length - 1; row >= 0 && left > 0; row -= 1) {
        if (!gone.has(ids[row] ?? 0)) continue
        dropRow(row)
        left -= 1
      }
    },
    keep: (kept) => {
      const { values } = products
      const left: number[] = []
      const leftLengths: number[] = []
      for (const [row, id] of ids.entries()) {
        if (!kept.has(id)) continue
        left.push(id)
        leftLengths.push(lengths[row] ?? 0)
        values.copyWithin(left.length * width, (row + 1) * width, (row + 2) * width)
      }
      ids = left
      lengths = leftLengths
    },
    nearest: (query, count) => {
      if (query.length !== dimensions || ids.length === 0) return []
      const packed = packVector(query)
      products.values.set(packed, 0)
      const found = products.compute(ids.length)
      const queryLength = lengthOf(packed)
      const cosines = new Float64Array(ids.length)
      for (let row = 0; row < cosines.length; row += 1) {
        const both = (lengths[row] ?? 0) * queryLength
        cosines[row] = both === 0 ? 0 : (found[row] ?? 0) / both
      }
      return topOf(cosines, count).map((row) => ({ id: ids[row] ?? 0, cosine: cosines[row] ?? 0 }))
    },
  }
}

/** Returns the positions of the largest numbers, largest first; of equal ones the first. */
export function topOf(numbers: Float64Array, count: number): readonly number[] {
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
