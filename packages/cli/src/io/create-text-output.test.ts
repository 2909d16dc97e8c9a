import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createTextOutput } from './create-text-output.ts'

test('a slow reader slows the writer down', async () => {
  const taken: string[] = []
  const stream = new Writable({
    highWaterMark: 1,
    write: (chunk: Buffer, _, done) => {
      setTimeout(() => {
        taken.push(chunk.toString())
        done()
      }, 10)
    },
  })
  const output = createTextOutput(stream, {})
  await output.write('first')
  expect(taken).toEqual(['first'])
})

test('output is dropped without an error once the reader has closed it', async () => {
  const broken = Object.assign(new Error('broken pipe'), { code: 'EPIPE' })
  const output = createTextOutput(new Writable({ write: (_chunk, _encoding, done) => done(broken) }), {})
  await output.write('nobody hears this')
  await new Promise((resolve) => setImmediate(resolve))
  expect(output).toMatchObject({ closed: true, failure: undefined })
  await output.write('nor this')
})

test('a full disk loses the output silently: the failure is reported', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const output = createTextOutput(new Writable({ write: (_chunk, _encoding, done) => done(full) }), {})
  await output.write('lost')
  expect(output).toMatchObject({ closed: true, failure: 'no space left on device' })
})
