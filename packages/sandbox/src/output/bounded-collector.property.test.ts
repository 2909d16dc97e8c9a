import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBoundedCollector } from './bounded-collector.ts'

const stream = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 30 })
const limit = fc.integer({ min: 0, max: 200 })

test('output of any length, however cut, keeps its first and last half of the limit and its exact length', () => {
  fc.assert(
    fc.property(stream, limit, (chunks, maxBytes) => {
      const whole = Buffer.concat(chunks)
      const collector = createBoundedCollector(maxBytes)
      for (const chunk of chunks) collector.push(chunk)
      const { head, tail, totalBytes } = collector.output()
      expect(totalBytes).toBe(whole.length)
      if (whole.length <= maxBytes) {
        expect(Buffer.from(head)).toEqual(whole)
        expect(tail).toHaveLength(0)
      } else {
        const tailBytes = Math.floor(maxBytes / 2)
        expect(Buffer.from(head)).toEqual(whole.subarray(0, Math.ceil(maxBytes / 2)))
        expect(Buffer.from(tail)).toEqual(whole.subarray(whole.length - tailBytes))
      }
    }),
  )
})

test('the outcome does not depend on how a stream is cut', () => {
  fc.assert(
    fc.property(stream, limit, (chunks, maxBytes) => {
      const piecewise = createBoundedCollector(maxBytes)
      for (const chunk of chunks) piecewise.push(chunk)
      const atOnce = createBoundedCollector(maxBytes)
      atOnce.push(Buffer.concat(chunks))
      expect(piecewise.output()).toEqual(atOnce.output())
    }),
  )
})

test('a piece that its owner reuses does not change what was kept', () => {
  const collector = createBoundedCollector(8)
  const reused = new Uint8Array([1, 2, 3])
  collector.push(reused)
  reused.fill(9)
  expect([...collector.output().head]).toEqual([1, 2, 3])
})
