import { createSystemIdSource, systemClock } from '@drawbridge/core/base'
import { expect, test } from 'vitest'
import { createModelCaller } from '../catalogue/create-model-caller.ts'
import { createModelCatalogue } from '../catalogue/create-model-catalogue.ts'
import { planModels } from '../catalogue/plan-models.ts'
import { ask, question } from '../testing/ask-fake.ts'
import { createScriptModel } from './create-script-model.ts'
import { readScript } from './script-file.ts'

const turns = [{ text: 'One.', calls: [{ name: 'fs__read_file', input: { path: 'a' } }] }, { text: 'Two.' }]

test.each([
  ['a list', JSON.stringify(turns, undefined, 2)],
  ['an object', JSON.stringify({ turns })],
  ['a turn in each line', turns.map((turn) => `${JSON.stringify(turn)}\n`).join('\n')],
])('a script is read as %s', (_, text) => {
  expect(readScript('script.json', text)).toEqual(turns)
})

test('one line alone is one turn', () => {
  expect(readScript('script.jsonl', '{"text":"One."}')).toEqual([{ text: 'One.' }])
})

test.each([
  ['{"text": 1}', /"script.json" cannot be used/],
  ['[{"txet": "a"}]', /txet/],
  ['{"text": "a"}\n{"text', /line 2 is not JSON/],
])('the script %s is refused with the place', (text, message) => {
  expect(() => readScript('script.json', text)).toThrow(message)
})

test('turns are played in order, then every further one fails, and turns that are left are told', async () => {
  const model = createScriptModel(turns)
  expect((await ask(model, question)).answer).toMatchObject({
    stop: 'calls',
    blocks: [
      { type: 'text', text: 'One.' },
      { type: 'call', name: 'fs__read_file', input: { path: 'a' } },
    ],
  })
  expect(() => model.done()).toThrow(/1 of 2 turns/)
  expect((await ask(model, question)).answer).toMatchObject({ stop: 'stop' })
  model.done()
  await expect(ask(model, question)).rejects.toMatchObject({ code: 'unexpected_call' })
})

test('a turn may expect words, and may fail', async () => {
  const model = createScriptModel([
    { expect: 'both files', error: 'overloaded' },
    { expect: 'never said', text: 'x' },
  ])
  expect((await ask(model, question)).error).toMatchObject({ code: 'overloaded' })
  await expect(ask(model, question)).rejects.toThrow(/expects "never said"/)
})

const catalogueOf = (text: string) => {
  const plans = planModels({ default: 's/one', providers: { s: { type: 'scripted', script: 'a.json' } } })
  const catalogue = createModelCatalogue(plans, {
    clock: systemClock,
    ids: createSystemIdSource(),
    hide: () => {},
    readText: async () => text,
    client: () => Promise.reject(new Error('A script reaches nothing.')),
  })
  return { plans, catalogue }
}

test('a small task is one request, and its answer is text', async () => {
  const { plans, catalogue } = catalogueOf('[{"expect": "Name it", "text": "Moon"}]')
  const caller = createModelCaller(plans, catalogue)
  expect(caller.isAvailable).toBe(true)
  const task = { purpose: 'title', prompt: 'Name it.', maxOutput: 20 }
  expect(await caller.call(task, new AbortController().signal)).toMatchObject({ text: 'Moon', model: 's/one' })
  await catalogue[Symbol.asyncDispose]()
})

test.each(['length', 'refused'] as const)('a small task whose answer ends with %s is no answer', async (stop) => {
  const { plans, catalogue } = catalogueOf(JSON.stringify([{ text: 'Half', stop }]))
  const task = { purpose: 'title', prompt: 'Name it.', maxOutput: 20 }
  const called = createModelCaller(plans, catalogue).call(task, new AbortController().signal)
  await expect(called).rejects.toMatchObject({ code: stop === 'refused' ? 'refused' : 'cut', retryable: false })
})

test('a catalogue whose script was not played to its end says so when it closes', async () => {
  const { catalogue } = catalogueOf('[{"text": "One."}]')
  await catalogue.default()
  await expect(catalogue[Symbol.asyncDispose]()).rejects.toMatchObject({ code: 'unconsumed_steps' })
})
