import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createTextOutput } from '../io/create-text-output.ts'
import { scrubLines, scrubText } from './scrub-input.ts'

const secret = ['ghp', 'R8d2kfVq0sXw7YbLmT3nZc6HjPaEuG1iOv4S'].join('_')

function ioOver(chunks: readonly string[]) {
  const written = new PassThrough()
  return {
    written,
    io: { input: Readable.from(chunks.map((chunk) => Buffer.from(chunk))), output: createTextOutput(written, {}) },
  }
}

test('a secret that is cut between two chunks is found', async () => {
  const { written, io } = ioOver([`before ${secret.slice(0, 12)}`, `${secret.slice(12)} after\n`])
  const counts = await scrubText(io)
  expect(String(written.read())).toBe('before [REDACTED] after\n')
  expect(Object.values(counts)).toEqual([1])
})

test('a line lists its redactions, a malformed one its error, and all are counted', async () => {
  const { written, io } = ioOver([`${JSON.stringify({ text: `é ${secret}` })}\n{"txt":1}\n{"text":"fine"}\n`])
  const counts = await scrubLines(io)
  const lines = String(written.read())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toEqual([
    { text: 'é [REDACTED]', redactions: [{ rule: expect.any(String), start: 2, end: 2 + secret.length }] },
    { error: expect.stringContaining('"text"') },
    { text: 'fine', redactions: [] },
  ])
  expect(Object.values(counts)).toEqual([1])
})
