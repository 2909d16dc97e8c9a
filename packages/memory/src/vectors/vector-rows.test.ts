import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { createDotProducts } from './dot-products.ts'
import { lengthOf, packVector } from './pack-vector.ts'
import { createVectorRows } from './vector-rows.ts'

const scene = fc.integer({ min: 1, max: 70 }).chain((dimensions) => {
  const vector = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: dimensions, maxLength: dimensions })
  return fc.record({
    dimensions: fc.constant(dimensions),
    query: vector,
    rows: fc.array(vector, { maxLength: 600 }),
    kept: fc.func(fc.boolean()),
    dropped: fc.func(fc.boolean()),
  })
})

test.each([true, false])(
  'the nearest rows are those of a plain sum, also after others were dropped (SIMD: %s)',
  (fast) => {
    fc.assert(
      fc.property(scene, ({ dimensions, query, rows, kept, dropped }) => {
        const found = createVectorRows(dimensions, createDotProducts(dimensions, fast))
        for (const [id, row] of rows.entries())
          expect(found.add(id, new Uint8Array(Int8Array.from(row).buffer))).toBe(true)
        const left = new Set(rows.keys().filter((id) => kept(id)))
        found.keep(left)
        const gone = new Set(left.values().filter((id) => dropped(id)))
        // One that is not there is nothing to drop.
        found.drop(new Set([...gone, -1]))
        for (const id of gone) left.delete(id)
        expect(found.count).toBe(left.size)
        const given = Float32Array.from(query)
        const asked = packVector(given)
        const plain = rows
          .map((row, id) => {
            const dot = row.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0)
            const both = lengthOf(Int8Array.from(row)) * lengthOf(asked)
            return { id, cosine: both === 0 ? 0 : dot / both }
          })
          .filter(({ id }) => left.has(id))
          .toSorted((one, other) => other.cosine - one.cosine || one.id - other.id)
        // Rows that are equally near come in any order.
        const near = found.nearest(given, 10)
        expect(near.map(({ cosine }) => cosine)).toEqual(plain.slice(0, 10).map(({ cosine }) => cosine))
        expect(plain).toEqual(expect.arrayContaining([...near]))
        expect(new Set(near.map(({ id }) => id)).size).toBe(near.length)
      }),
      { numRuns: propertyRuns(60) },
    )
  },
)

test('a vector of another length is neither kept nor compared', () => {
  const rows = createVectorRows(3)
  expect(rows.add(1, new Uint8Array(packVector(Float32Array.from([1, 0])).buffer))).toBe(false)
  expect(rows.add(2, new Uint8Array(packVector(Float32Array.from([1, 0, 0])).buffer))).toBe(true)
  expect(rows.nearest(Float32Array.from([1, 0]), 5)).toEqual([])
  expect(rows.nearest(Float32Array.from([1, 0, 0]), 5)).toEqual([{ id: 2, cosine: 1 }])
})

test('a packed vector has the direction of the vector, also if all of its values are small', () => {
  const vector = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(vector, fc.constantFrom(1, 0.01, 1e-6), (values, scale) => {
      const given = Float32Array.from(values, (value) => value * scale)
      const length = Math.hypot(...given)
      const packed = packVector(given)
      if (length < 1e-30) return
      const dot = packed.reduce((sum, value, at) => sum + value * (given[at] ?? 0), 0)
      expect(dot / (lengthOf(packed) * length)).toBeGreaterThan(0.99)
    }),
    { numRuns: propertyRuns(200) },
  )
})
