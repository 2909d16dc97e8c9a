import { inputRequired } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { createHeldRequests } from './held-requests.ts'

const form = inputRequired.elicit({
  mode: 'form',
  message: 'Which?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
})
const sample = inputRequired.createMessage({
  messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }],
  maxTokens: 10,
})
const said = { role: 'assistant', content: { type: 'text', text: 'good day' }, model: 'm' }
const accepted = { action: 'accept', content: { name: 'Ada' } }
const { signal } = new AbortController()

test('what is asked in one go is fetched in one go', async () => {
  const held = createHeldRequests()
  const answers = Promise.all([held.ask('a', form, signal), held.ask('b', sample, signal)])
  expect(await held.waiting()).toEqual({ a: form, b: sample })
  held.answer({ a: accepted, b: said })
  expect(await answers).toMatchObject([accepted, said])
})

test('two requests of one name keep apart', async () => {
  const held = createHeldRequests()
  const answers = Promise.all([held.ask('a', form, signal), held.ask('a', form, signal)])
  expect(Object.keys(await held.waiting())).toEqual(['a', 'a_2'])
  held.answer({ a: accepted, a_2: { action: 'decline' } })
  expect(await answers).toMatchObject([{ action: 'accept' }, { action: 'decline' }])
})

test.each([
  ['missing', {}],
  ['of another kind', { a: said }],
  ['no answer at all', { a: 12_345 }],
  ['inherited from the prototype', Object.create({ a: accepted }) as Record<string, unknown>],
])('an answer that is %s leaves the request waiting', async (_, responses) => {
  const held = createHeldRequests()
  const answer = held.ask('a', form, signal)
  await held.waiting()
  held.answer(responses)
  expect(await held.waiting()).toEqual({ a: form })
  held.answer({ a: accepted })
  expect(await answer).toMatchObject(accepted)
})

test('an answer to a request that the client was never shown does not count', async () => {
  const held = createHeldRequests()
  const answer = held.ask('approval', form, signal)
  held.answer({ approval: accepted })
  expect(await held.waiting()).toEqual({ approval: form })
  held.answer({ approval: { action: 'decline' } })
  expect(await answer).toMatchObject({ action: 'decline' })
})

test('an ended wait is not shown any more', async () => {
  const held = createHeldRequests()
  const controller = new AbortController()
  const first = held.ask('a', form, controller.signal)
  const second = held.ask('b', form, signal)
  controller.abort(new Error('too late'))
  await expect(first).rejects.toThrow('too late')
  expect(await held.waiting()).toEqual({ b: form })
  held.answer({ a: accepted, b: accepted })
  expect(await second).toMatchObject(accepted)
  await expect(held.ask('c', form, controller.signal)).rejects.toThrow('too late')
})
