import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answeredId, createLineReader } from './line-messages.ts'

function read(chunks: readonly Uint8Array[], maxBytes = 1_000) {
  const lines: string[] = []
  const tooLong: string[] = []
  const reader = createLineReader((line) => lines.push(line), { maxBytes, onTooLong: (text) => tooLong.push(text) })
  for (const chunk of chunks) reader.push(chunk)
  return { lines, tooLong }
}

test('lines come out whole, however the bytes are cut', () => {
  const line = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => !/[\r\n]/.test(text) && text.isWellFormed())
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (texts, sizes) => {
      const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''))
      const chunks: Uint8Array[] = []
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1
        chunks.push(bytes.subarray(at, at + size))
        at += size
      }
      expect(read(chunks).lines).toEqual(texts)
    }),
  )
})

test('a line that is too long is dropped and reported once, and the next ones are read', () => {
  const { lines, tooLong } = read(
    [Buffer.from(`{"id":7,${'x'.repeat(60)}`), Buffer.from('y'.repeat(60)), Buffer.from('\nnext\r\n')],
    50,
  )
  expect(lines).toEqual(['next'])
  expect(tooLong).toHaveLength(1)
  expect(answeredId(tooLong[0] ?? '')).toBe(7)
})

test.each([
  ['{"jsonrpc":"2.0","id":"a-1","result":', 'a-1'],
  ['{"id": 0,', 0],
  ['{"result":{', undefined],
])('%s answers %s', (beginning, id) => {
  expect(answeredId(beginning)).toBe(id)
})
