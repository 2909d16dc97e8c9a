import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createRecordedSession } from '../replay/__fixtures__/recorded-session.ts'
import { testPrincipal } from '../testing/index.ts'
import { defineTool } from '../tool/define-tool.ts'
import { openRun } from './open-run.ts'

const read = { name: 'demo.read', arguments: { say: 'x' } }
const extra = defineTool({
  name: 'demo.extra',
  description: 'Came later.',
  input: z.strictObject({}),
  permission: 'readonly',
  execute: () => 'here',
})
const { run } = testPrincipal

test('the next model request of a run has the tools of now, and is recorded as the same run', async () => {
  const { runOptions, recorder, replay } = createRecordedSession()
  const first = openRun(runOptions)
  await first.call(read)
  runOptions.registry.register(extra)
  const next = openRun({ ...runOptions, run })
  expect(first.snapshot.find('demo.extra')).toBeUndefined()
  expect(await next.call({ name: 'demo.extra' })).toMatchObject({ status: 'ok' })
  expect(recorder.events.map(({ type }) => type).filter((type) => type.startsWith('run.'))).toEqual([
    'run.started',
    'run.tools_changed',
  ])
  expect(recorder.events).toContainEqual(
    expect.objectContaining({ type: 'run.tools_changed', run, added: ['demo.extra'], removed: [] }),
  )
  const { differences, taken } = await replay()
  expect(differences.filter((difference) => difference.event !== 'run.started')).toEqual([])
  expect(taken).toEqual({ 'a replay uses the current tools': 1 })
})

test('a run that goes on with the same tools records nothing of it, and counts its turns on', async () => {
  const { runOptions, recorder, replay } = createRecordedSession()
  for await (const _ of openRun(runOptions).runTurn([read]));
  for await (const _ of openRun({ ...runOptions, run }).runTurn([read]));
  const called = recorder.events.filter((event) => event.type === 'tool.called')
  expect(called.map(({ turn }) => turn?.number)).toEqual([1, 2])
  expect(recorder.events.map(({ type }) => type).filter((type) => type.startsWith('run.'))).toEqual(['run.started'])
  expect(await replay()).toMatchObject({ status: 'equal' })
})

test('a run that was aborted stays aborted for its later requests', async () => {
  const { runOptions } = createRecordedSession()
  const first = openRun(runOptions)
  await first.call(read)
  first.abort('enough')
  expect(await openRun({ ...runOptions, run }).call(read)).toMatchObject({ code: 'aborted' })
})

test('the end of a run is recorded once, with its reason, and happens again in a replay', async () => {
  const { runOptions, recorder, replay } = createRecordedSession()
  const first = openRun(runOptions)
  await first.call(read)
  const next = openRun({ ...runOptions, run })
  next.end('max_turns')
  first.end('completed')
  expect(recorder.events.filter(({ type }) => type === 'run.ended')).toMatchObject([{ reason: 'max_turns', run }])
  expect(await replay()).toMatchObject({ status: 'equal', taken: {} })
})

test('a run that has called nothing is in no record, and neither is its end', () => {
  const { runOptions, recorder } = createRecordedSession()
  openRun(runOptions).end('completed')
  expect(recorder.events).toEqual([])
})

test('the requests of a run listen to the signal of their caller once, and not beyond its end (symptom: a signal that outlives long conversations keeps all their requests)', async () => {
  const { runOptions } = createRecordedSession()
  const caller = new AbortController()
  const listeners = () => getEventListeners(caller.signal, 'abort').length
  const before = listeners()
  const requests = Array.from({ length: 20 }, () => openRun({ ...runOptions, run, signal: caller.signal }))
  expect(listeners()).toBe(before + 1)
  requests.at(-1)?.end('completed')
  expect(listeners()).toBe(before)
  const next = openRun({ ...runOptions, run: 'next', signal: caller.signal })
  expect(await next.call(read)).toMatchObject({ status: 'ok' })
  caller.abort()
  expect(next.signal.aborted).toBe(true)
  expect(openRun({ ...runOptions, run: 'late', signal: caller.signal }).signal.aborted).toBe(true)
})
