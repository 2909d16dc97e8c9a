import { createFakeClock } from '@drawbridge/core/testing'
import { expect, test } from 'vitest'
import { createFactsReader } from './create-facts-reader.ts'
import type { ParseAnswer, ParseJob, SourceFacts } from './source-facts.ts'

const facts: SourceFacts = { symbols: [], imports: [], words: [], hasErrors: false }
const never = new AbortController().signal

function readerOf(run: (job: ParseJob, signal: AbortSignal) => Promise<ParseAnswer>) {
  const jobs: string[][] = []
  const clock = createFakeClock(0)
  const reader = createFactsReader({
    run: (job, signal) => {
      jobs.push(job.sources.map(({ text }) => text))
      return run(job, signal)
    },
  })
  const read = (texts: readonly string[], signal = never) =>
    reader.read(
      texts.map((text) => ({ text, language: 'python' })),
      { signal, clock },
    )
  return { read, jobs, clock }
}

const untilAborted = (_: ParseJob, signal: AbortSignal) =>
  new Promise<ParseAnswer>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('a text is parsed once, in whatever file it is', async () => {
  const { read, jobs } = readerOf(async ({ sources }) => sources.map(() => facts))
  await read(['a', 'b'])
  expect(await read(['b', 'c', 'a'])).toEqual([facts, facts, facts])
  expect(jobs).toEqual([['a', 'b'], ['c']])
})

test('sources that keep a thread busy are left out, and tried again', async () => {
  const { read, jobs, clock } = readerOf(untilAborted)
  const reading = read(['slow'])
  await clock.advance(20_000)
  expect(await reading).toEqual([undefined])
  void read(['slow']).catch(() => undefined)
  expect(jobs).toEqual([['slow'], ['slow']])
})

test('sources that kill a thread are left out', async () => {
  const { read } = readerOf(async () => Promise.reject(new Error('out of memory')))
  expect(await read(['huge'])).toEqual([undefined])
})

test('an abort ends it with its reason', async () => {
  const { read } = readerOf(untilAborted)
  const controller = new AbortController()
  const reading = read(['slow'], controller.signal)
  controller.abort(new Error('enough'))
  await expect(reading).rejects.toThrow('enough')
})
