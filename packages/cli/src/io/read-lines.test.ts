import { PassThrough, Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLines } from './read-lines.ts'

const linesOf = (chunks: readonly (string | Uint8Array)[], limit?: number) =>
  Array.fromAsync(
    readLines(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), limit === undefined ? {} : { limit }),
  )

test('lines end with LF or CRLF, blank ones are left out, the last one needs no end', async () => {
  expect(await linesOf(['a\nb\r\n\n  \nc'])).toEqual([{ text: 'a' }, { text: 'b' }, { text: 'c' }])
})

test('separators that JSON allows within a string end no line', async () => {
  expect(await linesOf(['"a\u2028b"\n"c\rd"'])).toEqual([{ text: '"a\u2028b"' }, { text: '"c\rd"' }])
})

test('a byte order mark is removed from the first line and kept elsewhere', async () => {
  expect(await linesOf(['\ufeff1\n\ufeff2'])).toEqual([{ text: '1' }, { text: '\ufeff2' }])
})

test('wherever the stream is cut, the lines are the same', async () => {
  const text = 'grüße 🚀\nzwei\n日本\n'
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(Buffer.byteLength(text)), { maxLength: 5 }), async (cuts) => {
      const bytes = Buffer.from(text)
      const borders = [0, ...cuts.toSorted((left, right) => left - right), bytes.length]
      const chunks = borders.slice(1).map((border, index) => bytes.subarray(borders[index], border))
      expect(await linesOf(chunks)).toEqual([{ text: 'grüße 🚀' }, { text: 'zwei' }, { text: '日本' }])
    }),
  )
})

test('a line that is too long costs only itself', async () => {
  const tooLong = { problem: 'The line is longer than 5 characters.' }
  expect(await linesOf(['ab\n123456\ncd\n12', '3456', '7\nef'], 5)).toEqual([
    { text: 'ab' },
    tooLong,
    { text: 'cd' },
    tooLong,
    { text: 'ef' },
  ])
})

test('an abort ends the lines without an error', async () => {
  const controller = new AbortController()
  const input = new PassThrough()
  input.write('a\n')
  const lines: object[] = []
  for await (const line of readLines(input, { signal: controller.signal })) {
    lines.push(line)
    controller.abort()
  }
  expect(lines).toEqual([{ text: 'a' }])
})
