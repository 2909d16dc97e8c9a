import type { BoundedOutput } from '@drawbridge/core/machine'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBoundedCollector } from './bounded-collector.ts'

const chunk = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.nat(9000).map((length) => Uint8Array.from({ length }, (_, index) => index % 251)),
)
const stream = fc.array(chunk, { maxLength: 20 })
const limit = fc.oneof(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 5000, max: 40_000 }))

test('output of any length, however cut, keeps its first and last half of the limit and its exact length', () => {
  fc.assert(
    fc.property(stream, limit, (chunks, maxBytes) => {
      const whole = Buffer.concat(chunks)
      const collector = createBoundedCollector(maxBytes)
      for (const piece of chunks) collector.push(piece)
      const { head, tail, totalBytes } = collector.output()
      expect(totalBytes).toBe(whole.length)
      if (whole.length <= maxBytes) {
        expect(whole.equals(head)).toBe(true)
        expect(tail).toHaveLength(0)
      } else {
        const tailBytes = Math.floor(maxBytes / 2)
        expect(whole.subarray(0, Math.ceil(maxBytes / 2)).equals(head)).toBe(true)
        expect(whole.subarray(whole.length - tailBytes).equals(tail)).toBe(true)
      }
    }),
  )
})

test('the outcome does not depend on how a stream is cut', () => {
  fc.assert(
    fc.property(stream, limit, (chunks, maxBytes) => {
      const piecewise = createBoundedCollector(maxBytes)
      for (const piece of chunks) piecewise.push(piece)
      const atOnce = createBoundedCollector(maxBytes)
      atOnce.push(Buffer.concat(chunks))
      expect(textOf(piecewise.output())).toEqual(textOf(atOnce.output()))
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

function textOf({ head, tail, totalBytes }: BoundedOutput) {
  return { head: Buffer.from(head).toString('latin1'), tail: Buffer.from(tail).toString('latin1'), totalBytes }
}
