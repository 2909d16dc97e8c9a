import { expect, test } from 'vitest'
import { openRun } from '../run/open-run.ts'
import { createRecordedSession } from './__fixtures__/recorded-session.ts'
import { readWhole } from './whole-output.ts'

/** The end of a call, and the artifacts of its session. */
async function ended(say: string) {
  const { runOptions, recorder, artifacts } = createRecordedSession()
  await openRun(runOptions).call({ name: 'demo.read', arguments: { say, times: 20_000 } })
  const position = recorder.events.findIndex(({ type }) => type === 'tool.completed')
  const event = recorder.events[position]
  if (event?.type !== 'tool.completed') throw new Error('The call did not end.')
  return { slot: { position, event }, artifacts }
}

test('the whole output of a call that was cut is read from its artifact', async () => {
  const { slot, artifacts } = await ended('line\n')
  expect(slot.event.result.meta.truncated).toBeDefined()
  expect(await readWhole(slot, artifacts)).toEqual([
    { id: slot.event.result.meta.artifact, text: 'line\n'.repeat(20_000) },
  ])
})

test('nothing is read for an output that was not cut, or was an artifact from the beginning', async () => {
  const short = await ended('')
  expect(await readWhole(short.slot, short.artifacts)).toEqual([])
  const { slot, artifacts } = await ended('line\n')
  expect(await readWhole({ ...slot, event: { ...slot.event, spilled: true } }, artifacts)).toEqual([])
})

test('an output of which only a part is left counts as gone', async () => {
  const { slot, artifacts } = await ended('line\n')
  const found = await artifacts.find(slot.event.result.meta.artifact ?? '', slot.event.session)
  if (found === undefined) throw new Error('The artifact is not there.')
  const stores = [
    undefined,
    { ...artifacts, find: async () => undefined },
    { ...artifacts, find: async () => ({ ...found, complete: false }) },
    { ...artifacts, read: async () => new Uint8Array(found.bytes - 1) },
    { ...artifacts, read: () => Promise.reject(new Error('The disk is gone.')) },
  ]
  for (const store of stores) expect(await readWhole(slot, store)).toEqual([])
})
