import type { CallToolRequest, Client, InputRequiredResult } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { connectClient } from '../__fixtures__/connect-client.ts'

const person = { era: '2026-07-28', client: { capabilities: { elicitation: { form: {} } } } } as const
const yes = { inputResponses: { approval: { action: 'accept', content: { decision: 'allow_once' } } } }

/** Calls as a client does that fetches the answers by itself. */
function call(client: Client, params: object): Promise<object> {
  const whole = { name: 'demo__note', arguments: { text: 'asked' }, ...params } as CallToolRequest['params']
  return client.callTool(whole, { allowInputRequired: true })
}

async function ask(client: Client): Promise<{ requestState: string }> {
  const asked = (await call(client, {})) as InputRequiredResult
  expect(asked).toMatchObject({
    resultType: 'input_required',
    inputRequests: { approval: { method: 'elicitation/create' } },
  })
  return { requestState: asked.requestState! }
}

test('a call that needs an answer says so, and goes on when the client comes back with it', async () => {
  await using connected = await connectClient(person)
  const state = await ask(connected.client)
  expect(connected.recorder.types()).toEqual(['permission.requested'])
  expect(await call(connected.client, { ...state, ...yes })).toMatchObject({ content: [{ text: 'noted: asked' }] })
})

test('an answer that comes back with another call runs nothing, and the one that was shown goes on waiting', async () => {
  await using connected = await connectClient(person)
  const state = await ask(connected.client)
  const others = [{ arguments: { text: 'another' } }, { name: 'demo__add' }]
  for (const other of others)
    await expect(call(connected.client, { ...state, ...yes, ...other })).rejects.toMatchObject({ code: -32602 })
  expect(connected.recorder.types()).toEqual(['permission.requested'])
  expect(await call(connected.client, { ...state, ...yes })).toMatchObject({ content: [{ text: 'noted: asked' }] })
})

test('a client that comes back without an answer is asked again', async () => {
  await using connected = await connectClient(person)
  const state = await ask(connected.client)
  const again = (await call(connected.client, state)) as InputRequiredResult
  expect(again).toMatchObject({ resultType: 'input_required' })
  await expect(call(connected.client, { ...state, ...yes })).rejects.toMatchObject({ code: -32602 })
  const { requestState } = again
  expect(await call(connected.client, { requestState, ...yes })).toMatchObject({ isError: false })
})

test('an answer counts once, and only for a question that was asked', async () => {
  await using connected = await connectClient(person)
  const state = await ask(connected.client)
  await call(connected.client, { ...state, ...yes })
  await expect(call(connected.client, { ...state, ...yes })).rejects.toMatchObject({ code: -32602 })
  await expect(call(connected.client, { requestState: 'guessed', ...yes })).rejects.toMatchObject({ code: -32602 })
  expect(connected.recorder.types().filter((type) => type === 'tool.started')).toHaveLength(1)
})

test('an answer that comes too late finds the call ended', async () => {
  await using connected = await connectClient(person)
  const state = await ask(connected.client)
  await connected.clock.advance(120_000)
  const result = await call(connected.client, { ...state, ...yes })
  expect(result).toMatchObject({ _meta: { 'drawbridge/outcome': { status: 'denied', code: 'approval_timeout' } } })
})

test('a client that goes away without answering leaves no call behind', async () => {
  const connected = await connectClient(person)
  await ask(connected.client)
  await connected.client.close()
  await connected.server.closed
  expect(connected.recorder.types()).toEqual([
    'permission.requested',
    'permission.failed',
    'tool.cancelled',
    'run.ended',
  ])
})

test('a client that asks a hundred times and answers nothing has the oldest calls ended', async () => {
  await using connected = await connectClient(person)
  const first = await ask(connected.client)
  for (let count = 0; count < 100; count += 1) await ask(connected.client)
  expect(connected.recorder.types().filter((type) => type === 'tool.cancelled')).toHaveLength(1)
  await expect(call(connected.client, { ...first, ...yes })).rejects.toMatchObject({ code: -32602 })
})
