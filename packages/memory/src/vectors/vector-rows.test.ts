import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { createDotProducts } from './dot-products.ts'
import { packVector } from './pack-vector.ts'
import { createVectorRows } from './vector-rows.ts'

const scene = fc.integer({ min: 1, max: 70 }).chain((dimensions) => {
  const vector = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: dimensions, maxLength: dimensions })
  return fc.record({
    dimensions: fc.constant(dimensions),
    query: vector,
    rows: fc.array(vector, { maxLength: 600 }),
    kept: fc.func(fc.boolean()),
  })
})

test.each([true, false])(
  'the nearest rows are those of a plain sum, also after others were dropped (SIMD: %s)',
  (fast) => {
    fc.assert(
      fc.property(scene, ({ dimensions, query, rows, kept }) => {
        const found = createVectorRows(dimensions, createDotProducts(dimensions, fast))
        for (const [id, row] of rows.entries())
          expect(found.add(id, new Uint8Array(Int8Array.from(row).buffer))).toBe(true)
        const left = new Set(rows.keys().filter((id) => kept(id)))
        found.keep(left)
        expect(found.count).toBe(left.size)
        const plain = rows
          .map((row, id) => ({ id, dot: row.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0) }))
          .filter(({ id }) => left.has(id))
          .toSorted((one, other) => other.dot - one.dot || one.id - other.id)
        const nearest = found.nearest(
          Float32Array.from(query, (value) => value / 127),
          10,
        )
        expect(nearest.map(({ id, cosine }) => [id, Math.round(cosine * 127 * 127)])).toEqual(
          plain.slice(0, 10).map(({ id, dot }) => [id, dot]),
        )
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
