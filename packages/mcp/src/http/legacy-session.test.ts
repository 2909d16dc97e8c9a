import { defineTool } from '@drawbridge/core'
import { strictSchema } from '@drawbridge/core/schema'
import { expect, test, vi } from 'vitest'
import { openEndpoint } from '../__fixtures__/open-endpoint.ts'
import { handshake, openSessionByHand, post, postHeaders, readStream } from '../__fixtures__/raw-http.ts'

const ping = { jsonrpc: '2.0', id: 7, method: 'ping' } as const
const call = (id: unknown, name: string, meta = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: {}, _meta: meta },
})

/** A tool that reports, waits for the test and answers. */
async function stepTool() {
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<string>()
  const tool = defineTool({
    name: 'demo.step',
    description: 'Waits for the test.',
    input: await strictSchema({ type: 'object', properties: {}, additionalProperties: false }),
    permission: 'readonly',
    execute: (_, { progress, signal }) => {
      progress({ message: 'begun' })
      signal.addEventListener('abort', () => finish.resolve('stopped'), { once: true })
      started.resolve()
      return finish.promise
    },
  })
  return { tool, started: started.promise, finish: finish.resolve }
}

test('a session has an id of visible characters that nobody guesses, and each has its own', async () => {
  await using open = await openEndpoint()
  const ids = await Promise.all([1, 2, 3].map(async () => (await openSessionByHand(open.url))['mcp-session-id']))
  for (const id of ids) expect(id).toMatch(/^[\w-]{32}$/)
  expect(new Set(ids).size).toBe(3)
})

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  'revision %s is answered with itself',
  async (version) => {
    await using open = await openEndpoint()
    const asked = { ...handshake, params: { ...handshake.params, protocolVersion: version } }
    const { text } = await post(open.url, asked)
    expect(text).toContain(`"protocolVersion":"${version}"`)
  },
)

test('an invented revision is answered with the newest that has a handshake', async () => {
  await using open = await openEndpoint()
  const asked = { ...handshake, params: { ...handshake.params, protocolVersion: '1999-01-01' } }
  expect((await post(open.url, asked)).text).toContain('"protocolVersion":"2025-11-25"')
})

test('the session of one client is unknown to every other, by every method', async () => {
  await using open = await openEndpoint()
  const session = await openSessionByHand(open.url, 'token-of-ada')
  const foreign = { ...session, ...postHeaders('token-of-bob') }
  const { 'content-type': _, ...get } = foreign
  expect((await post(open.url, ping, foreign)).status).toBe(404)
  expect((await fetch(open.url, { headers: get })).status).toBe(404)
  expect((await fetch(open.url, { headers: { ...get, 'last-event-id': '1-x' } })).status).toBe(404)
  expect((await fetch(open.url, { method: 'DELETE', headers: get })).status).toBe(404)
  expect((await post(open.url, ping, session)).status).toBe(200)
})

test('a request without a session is refused, one of an ended session is sent away to initialize again', async () => {
  await using open = await openEndpoint()
  expect((await post(open.url, ping)).status).toBe(400)
  const session = await openSessionByHand(open.url)
  expect((await fetch(open.url, { method: 'DELETE', headers: session })).status).toBe(200)
  expect((await post(open.url, ping, session)).status).toBe(404)
  expect((await fetch(open.url, { method: 'DELETE', headers: session })).status).toBe(404)
})

test('an unsupported revision in the header is refused', async () => {
  await using open = await openEndpoint()
  const session = await openSessionByHand(open.url)
  expect((await post(open.url, ping, { ...session, 'mcp-protocol-version': '2025-01-01' })).status).toBe(400)
})

test('a client that lost its stream gets the rest of it, and only of that stream', async () => {
  const { tool, started, finish } = await stepTool()
  await using open = await openEndpoint({ tools: [tool] })
  const session = await openSessionByHand(open.url)
  const lost = new AbortController()
  const response = await fetch(open.url, {
    method: 'POST',
    headers: session,
    body: JSON.stringify(call('a', 'demo__step', { progressToken: 'p' })),
    signal: lost.signal,
  })
  const stream = readStream(response)
  const first = (await stream.next()).value
  await started
  lost.abort()
  await stream.next().catch(() => undefined)
  // Another request in between has a stream of its own.
  expect((await post(open.url, call('b', 'demo__add'), session)).text).toContain('"id":"b"')
  finish('at last')

  const { 'content-type': _, ...get } = session
  const again = await fetch(open.url, { headers: { ...get, 'last-event-id': first?.id ?? '' } })
  expect(again.status).toBe(200)
  expect(again.headers.get('x-accel-buffering')).toBe('no')
  const rest: unknown[] = []
  for await (const { message } of readStream(again)) {
    if (!JSON.stringify(message).includes('notifications/message')) rest.push(message)
  }
  expect(rest).toMatchObject([
    { method: 'notifications/progress', params: { progressToken: 'p' } },
    { id: 'a', result: { content: [{ text: expect.stringContaining('at last') }] } },
  ])
  expect(JSON.stringify(rest)).not.toContain('"id":"b"')
})

test('a lost stream does not cancel the call, a cancellation does', async () => {
  const { tool, started } = await stepTool()
  await using open = await openEndpoint({ tools: [tool] })
  const session = await openSessionByHand(open.url)
  const lost = new AbortController()
  const sent = fetch(open.url, {
    method: 'POST',
    headers: session,
    body: JSON.stringify(call(0, 'demo__step')),
    signal: lost.signal,
  }).catch(() => undefined)
  await started
  lost.abort()
  await sent
  expect(open.recorder.events.map(({ type }) => type)).not.toContain('tool.cancelled')
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 0 } }
  expect((await post(open.url, cancelled, session)).status).toBe(202)
  await vi.waitFor(() => expect(open.recorder.events.map(({ type }) => type)).toContain('tool.cancelled'))
})

test('an id in use is not given to a second request, so that no answer goes astray', async () => {
  const { tool, started, finish } = await stepTool()
  await using open = await openEndpoint({ tools: [tool] })
  const session = await openSessionByHand(open.url)
  const first = post(open.url, call(5, 'demo__step'), session)
  await started
  const second = await post(open.url, call(5, 'demo__add'), session)
  expect([second.status, second.text]).toEqual([400, expect.stringContaining('The request id 5 is in use')])
  expect((await post(open.url, call('5', 'demo__add'), session)).status).toBe(200)
  finish('mine')
  expect((await first).text).toContain('mine')
  expect((await post(open.url, call(5, 'demo__add'), session)).status).toBe(200)
})

test('a null id is refused', async () => {
  await using open = await openEndpoint()
  const session = await openSessionByHand(open.url)
  expect((await post(open.url, call(null, 'demo__add'), session)).status).toBe(400)
})

test('a client that opens session after session loses the one that it has not used for the longest time', async () => {
  await using open = await openEndpoint({ limits: { sessions: 2 } })
  const [first, second] = [await openSessionByHand(open.url), await openSessionByHand(open.url)]
  const other = await openSessionByHand(open.url, 'token-of-bob')
  await post(open.url, ping, first)
  const third = await openSessionByHand(open.url)
  const status = async (session: Record<string, string>) => (await post(open.url, ping, session)).status
  expect([await status(first), await status(second), await status(third), await status(other)]).toEqual([
    200, 404, 200, 200,
  ])
})

test('a session that nobody uses ends, and its run with it', async () => {
  await using open = await openEndpoint({ limits: { idleMs: 1_000 } })
  const session = await openSessionByHand(open.url)
  await post(open.url, call(1, 'demo__add'), session)
  open.clock.advance(1_001)
  await vi.waitFor(async () => expect((await post(open.url, ping, session)).status).toBe(404))
  await vi.waitFor(() => expect(open.recorder.events.map(({ type }) => type)).toContain('run.ended'))
})

test('more answers at once than a client may have are refused by name, and other clients keep theirs', async () => {
  const { tool, started, finish } = await stepTool()
  await using open = await openEndpoint({ tools: [tool], limits: { answers: 1 } })
  const [session, other] = [await openSessionByHand(open.url), await openSessionByHand(open.url, 'token-of-bob')]
  const first = post(open.url, call(1, 'demo__step'), session)
  await started
  const refused = await post(open.url, ping, session)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect((await post(open.url, ping, other)).status).toBe(200)
  finish('done')
  await first
  expect((await post(open.url, ping, session)).status).toBe(200)
})
