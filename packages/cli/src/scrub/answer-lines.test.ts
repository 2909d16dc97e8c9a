import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createTextOutput } from '../io/create-text-output.ts'
import { answerLines } from './answer-lines.ts'

async function answersTo(input: string, answer: (line: string) => unknown): Promise<unknown[]> {
  const stream = new PassThrough()
  await answerLines({ input: Readable.from([Buffer.from(input)]), output: createTextOutput(stream, {}) }, answer)
  return String(stream.read())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('a line that cannot be answered gets its error in its place', async () => {
  const parse = (line: string) => ({ value: JSON.parse(line) as unknown })
  expect(await answersTo('1\n{\n"three"', parse)).toEqual([
    { value: 1 },
    { error: expect.stringContaining('JSON') },
    { value: 'three' },
  ])
})
