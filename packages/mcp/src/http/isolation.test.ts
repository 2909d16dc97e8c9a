import type { Client } from '@modelcontextprotocol/client'
import { expect, test, vi } from 'vitest'
import { eras } from '../__fixtures__/connect-client.ts'
import { callers, connectHttp, openEndpoint } from '../__fixtures__/open-endpoint.ts'
import { modernMeta, openSessionByHand, post, postHeaders } from '../__fixtures__/raw-http.ts'

const forms = { capabilities: { elicitation: { form: {} } } } as const

/** A client whose person allows everything, and what that person was asked. */
async function asked(open: Parameters<typeof connectHttp>[0], token: string, era: (typeof eras)[number]) {
  const questions: string[] = []
  const client = await connectHttp(open, { token, era, client: forms }, (connecting: Client) => {
    connecting.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message)
      return { action: 'accept', content: { decision: 'allow_once' } }
    })
  })
  return { client, questions }
}

test.each(eras)('over %s each client is asked about its own calls alone', async (era) => {
  await using open = await openEndpoint()
  const [ada, bob] = await Promise.all([asked(open, 'token-of-ada', era), asked(open, 'token-of-bob', era)])
  const note = (client: Client, text: string) => client.callTool({ name: 'demo__note', arguments: { text } })
  const results = await Promise.all([note(ada.client, 'of ada'), note(bob.client, 'of bob')])
  expect(results.map(({ content }) => JSON.stringify(content))).toEqual([
    expect.stringContaining('noted: of ada'),
    expect.stringContaining('noted: of bob'),
  ])
  expect([ada.questions, bob.questions]).toEqual([
    [expect.stringContaining('of ada')],
    [expect.stringContaining('of bob')],
  ])
  expect(new Set(open.opened)).toEqual(new Set(['ada', 'bob']))
  await Promise.all([ada.client.close(), bob.client.close()])
})

test.each(eras)('over %s equal ids and progress tokens of two clients do not meet under load', async (era) => {
  await using open = await openEndpoint()
  const tokens = Object.keys(callers)
  const clients = await Promise.all(tokens.map((token) => connectHttp(open, { token, era })))
  const sums = await Promise.all(
    clients.flatMap((client, which) =>
      Array.from({ length: 20 }, async (_, index) => {
        const left = which * 1_000 + index
        const result = await client.callTool({ name: 'demo__add', arguments: { left, right: 0 } })
        return [left, result.structuredContent]
      }),
    ),
  )
  for (const [left, result] of sums) expect(result).toEqual({ sum: left })
  await Promise.all(clients.map((client) => client.close()))
})

test('the answer to a question is of no use to another client, and counts once', async () => {
  await using open = await openEndpoint()
  const meta = { ...modernMeta, 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } }
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'demo__note' }
  const params = { name: 'demo__note', arguments: { text: 'secret plan' }, _meta: meta }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const question = JSON.parse((await post(open.url, call, headers)).text)
  expect(question.result).toMatchObject({ resultType: 'input_required' })
  const { requestState } = question.result
  const answered = {
    ...call,
    id: 2,
    params: {
      ...params,
      requestState,
      inputResponses: { approval: { action: 'accept', content: { decision: 'allow_once' } } },
    },
  }
  const foreign = await post(open.url, answered, { ...headers, authorization: 'Bearer token-of-bob' })
  expect(JSON.parse(foreign.text)).toMatchObject({ error: { code: -32602 } })
  expect((await post(open.url, answered, headers)).text).toContain('noted: secret plan')
  expect(JSON.parse((await post(open.url, { ...answered, id: 3 }, headers)).text)).toMatchObject({
    error: { code: -32602 },
  })
})

test('a client of 2026-07-28 that hangs up ends its call and nobody else’s', async () => {
  await using open = await openEndpoint()
  const [ada, bob] = await Promise.all([
    connectHttp(open, { era: '2026-07-28', token: 'token-of-ada' }),
    connectHttp(open, { era: '2026-07-28', token: 'token-of-bob' }),
  ])
  const gone = new AbortController()
  const begun = Promise.withResolvers<void>()
  const call = ada
    .callTool({ name: 'demo__wait', arguments: {} }, { signal: gone.signal, onprogress: () => begun.resolve() })
    .catch(() => 'gone')
  await begun.promise
  gone.abort()
  expect(await call).toBe('gone')
  await vi.waitFor(() => expect(open.recorder.events.map(({ type }) => type)).toContain('tool.cancelled'))
  expect((await bob.callTool({ name: 'demo__add', arguments: { left: 1, right: 1 } })).isError).toBe(false)
  await Promise.all([ada.close(), bob.close()])
})

test('once a token is revoked its sessions, streams and calls end, and those of others go on', async () => {
  let isRevoked = false
  await using open = await openEndpoint({
    authenticate: async (token) => (isRevoked && token === 'token-of-ada' ? undefined : callers[token]),
  })
  const [session, other] = [await openSessionByHand(open.url), await openSessionByHand(open.url, 'token-of-bob')]
  const { 'content-type': _, ...get } = session
  const stream = await fetch(open.url, { headers: get })
  const call = post(
    open.url,
    { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'demo__wait', arguments: {} } },
    session,
  )
  await vi.waitFor(() => expect(open.recorder.events.map(({ type }) => type)).toContain('tool.started'))
  isRevoked = true
  await open.endpoint.end('ada')
  expect(await stream.text()).toBe('')
  expect((await call).text).not.toContain('"result"')
  expect(open.recorder.events.map(({ type }) => type)).toContain('tool.cancelled')
  const ping = { jsonrpc: '2.0', id: 9, method: 'ping' }
  expect((await post(open.url, ping, session)).status).toBe(401)
  expect((await post(open.url, ping, other)).status).toBe(200)
})

test('a message that is still on its way when its token is revoked calls nothing', async () => {
  await using open = await openEndpoint()
  const session = await openSessionByHand(open.url)
  const call = {
    jsonrpc: '2.0',
    id: 3,
    method: 'tools/call',
    params: { name: 'demo__add', arguments: { left: 1, right: 1 }, _meta: modernMeta },
  }
  const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'demo__add' }
  const headers = { ...postHeaders(), ...modern }
  const text = JSON.stringify(call)
  const half = Promise.withResolvers<void>()
  const rest = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(new TextEncoder().encode(text.slice(0, 20)))
      half.resolve()
      await rest.promise
      controller.enqueue(new TextEncoder().encode(text.slice(20)))
      controller.close()
    },
  })
  const sent = fetch(open.url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  await half.promise
  // By the time that later requests are answered, this one has been let in.
  for (let id = 10; id < 15; id += 1) await post(open.url, { jsonrpc: '2.0', id, method: 'ping' }, session)
  await open.endpoint.end('ada')
  rest.resolve()
  expect((await sent).status).toBe(401)
  expect(open.recorder.events.map(({ type }) => type)).not.toContain('tool.started')
})

test('a token that expires ends what its client has open at that time', async () => {
  await using open = await openEndpoint({
    authenticate: async () => ({ id: 'short', client: 'desk', expiresAt: 5_000 }),
  })
  const session = await openSessionByHand(open.url)
  const { 'content-type': _, ...get } = session
  const stream = await fetch(open.url, { headers: get })
  open.clock.advance(Math.max(0, 5_001 - open.clock.now()))
  expect(await stream.text()).toBe('')
})

test('a client that renews its token in time goes on with its session beyond the end of the first one', async () => {
  const expiries: Readonly<Record<string, number>> = { first: 60_000, second: 120_000 }
  await using open = await openEndpoint({
    authenticate: async (token) => ({ ...adaWith, expiresAt: start + (expiries[token] ?? 0) }),
  })
  const start = open.clock.now()
  const session = await openSessionByHand(open.url, 'first')
  const ping = (id: number) =>
    post(open.url, { jsonrpc: '2.0', id, method: 'ping' }, { ...session, authorization: 'Bearer second' })
  expect((await ping(2)).status).toBe(200)
  await open.clock.advance(60_000)
  expect((await ping(3)).status).toBe(200)
  await open.clock.advance(60_000)
  await vi.waitFor(async () => expect((await ping(4)).status).toBe(404))
})

test('a client whose tokens name another user by now goes on with nothing of the one before', async () => {
  let user = 'ada'
  await using open = await openEndpoint({ authenticate: async () => ({ ...adaWith, user }) })
  const session = await openSessionByHand(open.url)
  const call = () =>
    post(
      open.url,
      { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'demo__add', arguments: { left: 1, right: 1 } } },
      session,
    )
  expect((await call()).status).toBe(200)
  user = 'eve'
  expect((await call()).status).toBe(404)
  await openSessionByHand(open.url)
  expect(open.opened).toEqual(['ada', 'eve'])
})

const adaWith = { id: 'ada', client: 'desk', user: 'ada' }
