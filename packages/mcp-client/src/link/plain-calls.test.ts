import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPlainCalls } from './plain-calls.ts'

type Message = JSONRPCMessage & { readonly [name: string]: unknown }

const envelope = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
const params = { name: 'look', arguments: { at: 'this' } }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A connection whose server answers when the test says so. */
function open(given: { readonly envelope?: typeof envelope | undefined } = { envelope }) {
  const sent: Message[] = []
  const forSdk: Message[] = []
  const transport: Transport = {
    start: async () => undefined,
    close: async () => undefined,
    send: async (message) => void sent.push(message as Message),
    onmessage: (message) => void forSdk.push(message as Message),
  }
  const calls = createPlainCalls({
    transport,
    envelope: given.envelope,
    askSdk: async (own) => {
      await transport.send({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: { ...own, _meta: {} } })
      await Promise.resolve()
      return { content: [{ type: 'text', text: `the SDK went on with ${forSdk.length} answer` }] }
    },
  })
  const answer = (rest: object, to = sent[0]) =>
    transport.onmessage?.({ jsonrpc: '2.0', id: to?.id, ...rest } as JSONRPCMessage)
  return { transport, calls, sent, forSdk, answer }
}

test('a call is one message with the envelope of the revision, and its answer is the result', async () => {
  const { calls, sent, answer } = open()
  const result = calls.call(params, {})
  expect(sent).toMatchObject([
    { method: 'tools/call', params: { ...params, _meta: { ...envelope, progressToken: sent[0]?.id } } },
  ])
  answer({ result: { resultType: 'complete', content: [{ type: 'text', text: 'here' }] } })
  expect(await result).toMatchObject({ content: [{ text: 'here' }] })
})

test.each([
  ['is not an object', 'all well'],
  ['has no kind', { content: [] }],
  ['has an unknown kind', { resultType: 'later', content: [] }],
  ['has content that is no list', { resultType: 'complete', content: 'text' }],
  ['has a block that is no object', { resultType: 'complete', content: ['text'] }],
  ['has an unclear error', { resultType: 'complete', content: [], isError: 'yes' }],
])('a result that %s is refused', async (_what, result) => {
  const { calls, answer } = open()
  const refused = calls.call(params, {})
  answer({ result })
  await expect(refused).rejects.toMatchObject({ code: 'INVALID_RESULT' })
})

test('a server of an earlier revision says nothing of the kind of a result', async () => {
  const { calls, sent, answer } = open({})
  const result = calls.call(params, {})
  expect(sent[0]).toMatchObject({ params: { _meta: { progressToken: sent[0]?.id } } })
  answer({ result: {} })
  expect(await result).toEqual({ content: [] })
})

test('an error of the server keeps its code', async () => {
  const { calls, answer } = open()
  const failed = calls.call(params, {})
  answer({ error: { code: -32_020, message: 'other headers' } })
  await expect(failed).rejects.toMatchObject({ code: -32_020, message: expect.stringContaining('other headers') })
})

test('an answer that is a question goes to the SDK, which asks the server nothing twice', async () => {
  const { calls, sent, forSdk, answer } = open()
  const result = calls.call(params, {})
  answer({ result: { resultType: 'input_required', requestState: 'sealed' } })
  expect(await result).toEqual({ content: [{ type: 'text', text: 'the SDK went on with 1 answer' }] })
  expect(sent).toHaveLength(1)
  expect(forSdk).toEqual([{ jsonrpc: '2.0', id: 5, result: { resultType: 'input_required', requestState: 'sealed' } }])
})

test('a call that is aborted is cancelled at the server, and its late answer is nobody’s', async () => {
  const { calls, sent, answer } = open()
  const controller = new AbortController()
  const aborted = calls.call(params, { signal: controller.signal })
  controller.abort('enough')
  await expect(aborted).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })
  expect(sent[1]).toMatchObject({
    method: 'notifications/cancelled',
    params: { requestId: sent[0]?.id, reason: 'enough' },
  })
  answer({ result: { resultType: 'complete' } })
})

test('a call without progress ends at its time limit, one with progress later, but not after the limit of all', async () => {
  const { calls, sent, transport } = open()
  const told: unknown[] = []
  const limits = { timeout: 1_000, maxTotalTimeout: 2_500 }
  const silent = calls.call(params, limits)
  const busy = calls.call(params, { ...limits, onprogress: (progress) => void told.push(progress) })
  const ends = Promise.allSettled([silent, busy])
  const progress = () =>
    transport.onmessage?.({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: Number(sent[1]?.id), progress: 1 },
    })
  const cancelled = () => sent.filter(({ method }) => method === 'notifications/cancelled').length
  await vi.advanceTimersByTimeAsync(900)
  progress()
  await vi.advanceTimersByTimeAsync(200)
  expect(cancelled()).toBe(1)
  await vi.advanceTimersByTimeAsync(700)
  progress()
  expect(cancelled()).toBe(1)
  await vi.advanceTimersByTimeAsync(800)
  expect(cancelled()).toBe(2)
  expect(told).toEqual([{ progress: 1 }, { progress: 1 }])
  expect(await ends).toMatchObject([{ reason: { code: 'REQUEST_TIMEOUT' } }, { reason: { code: 'REQUEST_TIMEOUT' } }])
})

test('what belongs to no call of ours is the SDK’s, and the end of the connection ends what waits', async () => {
  const { calls, forSdk, transport } = open()
  const lost = calls.call(params, {})
  transport.onmessage?.({ jsonrpc: '2.0', id: 3, result: {} })
  transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 3, progress: 1 } })
  transport.onmessage?.({ jsonrpc: '2.0', id: 1, method: 'elicitation/create', params: {} })
  expect(forSdk).toHaveLength(3)
  calls.end()
  await expect(lost).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
})
