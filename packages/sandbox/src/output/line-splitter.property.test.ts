import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLineSplitter } from './line-splitter.ts'

const stream = fc.array(
  fc.array(fc.constantFrom(...Buffer.from('ab\n\ré')), { maxLength: 12 }).map((bytes) => Uint8Array.from(bytes)),
  { maxLength: 12 },
)

test('lines do not depend on how the stream is cut, and long ones keep their start', () => {
  fc.assert(
    fc.property(stream, fc.integer({ min: 1, max: 6 }), (chunks, maxLineBytes) => {
      const splitter = createLineSplitter(maxLineBytes)
      const lines = [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()]
      const whole = Buffer.concat(chunks).toString('latin1').split('\n')
      if (whole.at(-1) === '') whole.pop()
      const cut = whole.map((line) => Buffer.from(line.slice(0, maxLineBytes), 'latin1').toString('utf8'))
      expect(lines).toEqual(cut)
    }),
  )
})
