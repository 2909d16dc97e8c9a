import { createRegistry, defineTool, openRun } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import { strictSchema } from '@drawbridge/core/schema'
import { createMemoryRecorder, testPrincipal } from '@drawbridge/core/testing'
import { InMemoryTransport } from '@modelcontextprotocol/client'
import { expect, test, vi } from 'vitest'
import { demoTools } from '../../__fixtures__/demo-tools.ts'
import { serveMcp } from '../serve-mcp.ts'

type Message = Readonly<Record<string, unknown>>

const info = { name: 'plain', version: '1' }
const envelopeWith = (capabilities: object) => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': info,
  'io.modelcontextprotocol/clientCapabilities': capabilities,
})

/** A client that writes its messages by hand, after one call that the SDK has served. */
async function open(capabilities: object = {}) {
  const registry = createRegistry()
  const input = await strictSchema({ type: 'object', properties: {} })
  const asking = defineTool({
    name: 'demo.ask',
    description: 'Asks its caller.',
    input,
    permission: 'readonly',
    execute: async (_, { client }) => (await client?.elicit({ message: 'Who?', requestedSchema: {} }))?.action ?? '',
  })
  for (const tool of [...demoTools, asking]) registry.register(tool)
  const recorder = createMemoryRecorder()
  const [mine, transport] = InMemoryTransport.createLinkedPair()
  const received: Message[] = []
  mine.onmessage = (message) => void received.push(message as Message)
  await mine.start()
  const server = await serveMcp({
    name: 'drawbridge',
    version: '1.0.0',
    openRun: () => openRun({ registry, principal: testPrincipal, recorder }),
    toolsVersion: () => registry.version,
    transport,
  })
  const send = (message: object) => mine.send({ jsonrpc: '2.0', ...message } as never)
  const answerTo = (id: unknown) =>
    vi.waitFor(() => received.find((message) => message.id === id) ?? Promise.reject(new Error('no answer yet')))
  const call = async (id: unknown, params: object, meta: object = {}) => {
    const _meta = { ...envelopeWith(capabilities), ...meta }
    await send({ id, method: 'tools/call', params: { ...params, _meta } })
  }
  const ask = async (id: unknown, params: object, meta?: object) => {
    await call(id, params, meta)
    return answerTo(id)
  }
  const first = (params: object) => ask('first', params)
  return { first, ask, call, send, answerTo, received, recorder, registry, server, mine }
}

/** Without what differs between two calls that are alike. */
function alike({ id, ...message }: Message): unknown {
  return JSON.parse(JSON.stringify(message), (key, value: unknown) =>
    key === 'toolCallId' || key === 'requestState' ? 'differs' : value,
  )
}

test.each([
  ['a result', { name: 'demo__add', arguments: { left: 2, right: 3 } }],
  ['what is wrong with its arguments', { name: 'demo__add', arguments: { left: 'two' } }],
  ['that there is no such tool', { name: 'demo__ad' }],
  ['that its client lacks a capability', { name: 'demo__ask' }],
])('a later call is told %s in the words in which the first one was', async (_what, params) => {
  const { first, ask } = await open()
  const before = await first(params)
  const after = await ask(2, params)
  expect(alike(after)).toEqual(alike(before))
  expect(JSON.stringify(after)).toMatch(/"isError":(true|false)|"code":-32021/)
})

test('a later call that needs an answer is asked as the first one was, and goes on with it', async () => {
  const { first, ask } = await open({ elicitation: { form: {} } })
  const params = { name: 'demo__note', arguments: { text: 'asked' } }
  const before = await first(params)
  const after = await ask(2, params)
  expect(alike(after)).toEqual(alike(before))
  const { requestState } = after.result as { readonly requestState: string }
  const inputResponses = { approval: { action: 'accept', content: { decision: 'allow_once' } } }
  const noted = await ask(3, { ...params, requestState, inputResponses })
  expect(noted.result).toMatchObject({ content: [{ text: 'noted: asked' }] })
})

test('a later call hears of its progress under its own token, and ends if it is cancelled, without an answer', async () => {
  const { first, call, send, ask, received, recorder } = await open()
  await first({ name: 'demo__add', arguments: { left: 2, right: 3 } })
  await call(7, { name: 'demo__wait' }, { progressToken: 'mine' })
  await vi.waitFor(() =>
    expect(received).toContainEqual(
      expect.objectContaining({
        method: 'notifications/progress',
        params: expect.objectContaining({ progressToken: 'mine' }),
      }),
    ),
  )
  await send({ method: 'notifications/cancelled', params: { requestId: 7, reason: 'enough' } })
  await vi.waitFor(() => expect(recorder.types()).toContain('tool.cancelled'))
  await ask(8, { name: 'demo__add', arguments: { left: 2, right: 3 } })
  expect(received.map(({ id }) => id)).not.toContain(7)
})

test('a later call ends with its connection', async () => {
  const { first, call, mine, server, recorder } = await open()
  await first({ name: 'demo__add', arguments: { left: 2, right: 3 } })
  await call(7, { name: 'demo__wait' })
  await vi.waitFor(() => expect(recorder.types()).toContain('tool.started'))
  await mine.close()
  await server.closed
  expect(recorder.types()).toContain('tool.cancelled')
})

test('a later call with other capabilities is served by those, and one without what the revision demands is refused', async () => {
  const { first, ask, send, answerTo } = await open()
  await first({ name: 'demo__add', arguments: { left: 2, right: 3 } })
  const asked = await ask(2, { name: 'demo__ask' }, envelopeWith({ elicitation: { form: {} } }))
  expect(asked.result).toMatchObject({ resultType: 'input_required' })
  expect(await ask(3, { name: 'demo__ask' })).toMatchObject({ error: { code: -32021 } })
  await send({ id: 4, method: 'tools/call', params: { name: 'demo__add', arguments: {}, _meta: {} } })
  expect(await answerTo(4)).toMatchObject({ error: { code: -32602 } })
  expect(await ask(5, { name: 7 })).toMatchObject({ error: { code: expect.any(Number) } })
  expect(await ask(6, { name: 'demo__add', arguments: [] })).toMatchObject({ error: { code: expect.any(Number) } })
})

test('a later call that wants a log gets one, even if the first one had another member in its place', async () => {
  const { ask, received } = await open()
  const params = { name: 'demo__add', arguments: { left: 2, right: 3 } }
  await ask('first', params, { 'example.org/trace': 'a' })
  await ask(2, params, { 'example.org/trace': 'b' })
  expect(received.map(({ method }) => method)).not.toContain('notifications/message')
  await ask(3, params, { 'io.modelcontextprotocol/logLevel': 'info' })
  expect(received.map(({ method }) => method)).toContain('notifications/message')
})

test('a client is told of changed tools by the call that comes after them', async () => {
  const { first, ask, send, received, registry } = await open()
  await first({ name: 'demo__add', arguments: { left: 2, right: 3 } })
  await send({
    id: 'listening',
    method: 'subscriptions/listen',
    params: { notifications: { toolsListChanged: true }, _meta: envelopeWith({}) },
  })
  await vi.waitFor(() => expect(received.some(({ method }) => method !== undefined)).toBe(true))
  const [tool] = demoTools
  if (tool === undefined) throw new Error('There are no tools.')
  registry.register({ ...tool, name: 'demo.more' } as typeof tool)
  const more = await ask(2, { name: 'demo__more', arguments: { left: 2, right: 3 } })
  expect(isJsonObject(more.result) && more.result.isError).toBe(false)
  await vi.waitFor(() => expect(received.map(({ method }) => method)).toContain('notifications/tools/list_changed'))
})
