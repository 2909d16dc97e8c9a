import { defineTool } from '@drawbridge/core'
import { strictSchema } from '@drawbridge/core/schema'
import { expect, test, vi } from 'vitest'
import { type OpenEndpoint, openEndpoint } from '../__fixtures__/open-endpoint.ts'
import {
  handshake,
  modernMeta,
  openSessionByHand,
  post,
  postHeaders,
  readStream,
  type StreamEvent,
} from '../__fixtures__/raw-http.ts'

// What one client sends with the ids, tokens, cursors and events of another, or of another session of its own.

/** A busy machine starts slowly. */
const patient = { timeout: 20_000 }

const tokens = { ada: 'token-of-ada', bob: 'token-of-bob' } as const

/** A session by hand of a client that shows forms. */
async function sessionWithForms(url: URL, token: string) {
  const asked = { ...handshake, params: { ...handshake.params, capabilities: { elicitation: { form: {} } } } }
  const { headers } = await post(url, asked, postHeaders(token))
  const id = { 'mcp-session-id': headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': '2025-11-25' }
  const session = { ...postHeaders(token), ...id }
  await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, session)
  return session
}

const call = (id: unknown, name: string, given: object = {}, meta: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: given, _meta: meta },
})

const modern = (token: string, method: string, name?: string) => ({
  ...postHeaders(token),
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  ...(name === undefined ? {} : { 'mcp-name': name }),
})

const types = ({ recorder }: OpenEndpoint) => recorder.events.map(({ type }) => type)

/** Sends a message and reads the events of its stream until one fits. */
async function openStream(url: URL, body: object, headers: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const stream = readStream(response)
  const seen: StreamEvent[] = []
  return {
    seen,
    until: async (fits: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> => {
      for (;;) {
        const { value, done } = await stream.next()
        if (done) throw new Error('The stream ended.')
        seen.push(value)
        const message = value.message as Record<string, unknown> | undefined
        if (message !== undefined && fits(message)) return message
      }
    },
  }
}

test('a request is cancelled by nobody but the session that sent it, whoever names its id', async () => {
  await using open = await openEndpoint()
  const [ada, second] = [await openSessionByHand(open.url, tokens.ada), await openSessionByHand(open.url, tokens.ada)]
  const bob = await openSessionByHand(open.url, tokens.bob)
  const waiting = post(open.url, call(7, 'demo__wait'), ada)
  await vi.waitFor(() => expect(types(open)).toContain('tool.started'), patient)
  const cancelled = (requestId: unknown) => ({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId },
  })
  for (const foreign of [second, bob]) expect((await post(open.url, cancelled(7), foreign)).status).toBe(202)
  const meta = { ...cancelled(7), params: { requestId: 7, _meta: modernMeta } }
  for (const token of Object.values(tokens)) await post(open.url, meta, modern(token, 'notifications/cancelled'))
  expect((await post(open.url, cancelled('7'), ada)).status).toBe(202)
  expect((await post(open.url, { jsonrpc: '2.0', id: 8, method: 'ping' }, ada)).status).toBe(200)
  expect(types(open)).not.toContain('tool.cancelled')
  expect((await post(open.url, cancelled(7), ada)).status).toBe(202)
  await vi.waitFor(() => expect(types(open)).toContain('tool.cancelled'), patient)
  await open.endpoint.end('ada')
  await waiting
})

test('a call of 2026-07-28 is not cancelled by a message that names its id, only by the end of its stream', async () => {
  await using open = await openEndpoint()
  const gone = new AbortController()
  const headers = modern(tokens.ada, 'tools/call', 'demo__wait')
  const sent = fetch(open.url, {
    method: 'POST',
    headers,
    body: JSON.stringify(call(7, 'demo__wait', {}, modernMeta)),
    signal: gone.signal,
  }).catch(() => undefined)
  await vi.waitFor(() => expect(types(open)).toContain('tool.started'), patient)
  const params = { requestId: 7, _meta: modernMeta }
  for (const token of Object.values(tokens)) {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params }
    await post(open.url, cancelled, modern(token, 'notifications/cancelled'))
  }
  expect(
    (
      await post(
        open.url,
        { ...call(8, 'demo__add', { left: 1, right: 1 }, modernMeta) },
        modern(tokens.bob, 'tools/call', 'demo__add'),
      )
    ).status,
  ).toBe(200)
  expect(types(open)).not.toContain('tool.cancelled')
  gone.abort()
  await vi.waitFor(() => expect(types(open)).toContain('tool.cancelled'), patient)
  await sent
})

test('the answer to a question of a session counts from no other session, although the ids are the same', async () => {
  await using open = await openEndpoint()
  const ada = await sessionWithForms(open.url, tokens.ada)
  const [second, bob] = [await sessionWithForms(open.url, tokens.ada), await sessionWithForms(open.url, tokens.bob)]
  const stream = await openStream(open.url, call(1, 'demo__note', { text: 'of ada' }), ada)
  const question = await stream.until(({ method }) => method === 'elicitation/create')
  const answer = (id: unknown, decision: string) => ({
    jsonrpc: '2.0',
    id,
    result: { action: 'accept', content: { decision } },
  })
  const spellings = [question.id, String(question.id), Number(question.id)]
  for (const foreign of [second, bob])
    for (const id of spellings) await post(open.url, answer(id, 'allow_once'), foreign)
  expect((await post(open.url, { jsonrpc: '2.0', id: 9, method: 'ping' }, ada)).status).toBe(200)
  expect(types(open)).not.toContain('tool.started')
  await post(open.url, answer(question.id, 'deny'), ada)
  const result = await stream.until(({ id }) => id === 1)
  expect(JSON.stringify(result)).not.toContain('noted')
  expect(types(open)).not.toContain('tool.started')
})

test('progress carries the token of its own call alone, as a number or a text as it came, on the stream of that call', async () => {
  await using open = await openEndpoint()
  const [ada, bob] = [await openSessionByHand(open.url, tokens.ada), await openSessionByHand(open.url, tokens.bob)]
  const open3 = await Promise.all([
    openStream(open.url, call('a', 'demo__wait', {}, { progressToken: 1 }), ada),
    openStream(open.url, call('b', 'demo__wait', {}, { progressToken: '1' }), ada),
    openStream(open.url, call('a', 'demo__wait', {}, { progressToken: 1 }), bob),
  ])
  const isProgress = (message?: Record<string, unknown>) => message?.method === 'notifications/progress'
  const tokensSeen = await Promise.all(open3.map(async ({ until }) => (await until(isProgress)).params))
  expect(tokensSeen.map((params) => (params as { progressToken: unknown }).progressToken)).toEqual([1, '1', 1])
  for (const { seen } of open3) expect(seen.filter(({ message }) => isProgress(message as never)).length).toBe(1)
  await open.endpoint.end('ada')
  await expect(open3[0]?.until(isProgress)).rejects.toThrow()
  await open.endpoint.end('bob')
})

test('the events of a stream are sent again to its own session alone, and to nobody once the token is revoked', async () => {
  let isRevoked = false
  const users: Readonly<Record<string, string>> = { [tokens.ada]: 'ada', [tokens.bob]: 'bob' }
  const secret = ['only', 'for', 'ada'].join(' ')
  const speak = defineTool({
    name: 'demo.speak',
    description: 'Says something.',
    input: await strictSchema({ type: 'object', properties: {}, additionalProperties: false }),
    permission: 'readonly',
    execute: () => secret,
  })
  await using open = await openEndpoint({
    tools: [speak],
    authenticate: async (token) => {
      const id = users[token]
      return id === undefined || (isRevoked && id === 'ada') ? undefined : { id, client: 'desk', user: id }
    },
  })
  const [ada, second] = [await openSessionByHand(open.url, tokens.ada), await openSessionByHand(open.url, tokens.ada)]
  const bob = await openSessionByHand(open.url, tokens.bob)
  const stream = await openStream(open.url, call(1, 'demo__speak'), ada)
  await stream.until(({ id }) => id === 1)
  const ids = stream.seen.flatMap(({ id }) => id ?? [])
  expect(ids.length).toBeGreaterThan(1)
  const guessed = ['1', '1-_GET_stream', '2-_GET_stream', ...ids.map((id) => id.replace(/^\w+/, '1'))]
  const again = async (session: Record<string, string>, id: string, patienceMs = 200) => {
    const { 'content-type': _, ...get } = session
    const stop = new AbortController()
    const response = await fetch(open.url, { headers: { ...get, 'last-event-id': id }, signal: stop.signal })
    if (!response.ok) return { status: response.status, text: await response.text() }
    const events = readStream(response)
    const seen: unknown[] = []
    while (!JSON.stringify(seen).includes(secret)) {
      const pause = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patienceMs))
      const next = await Promise.race([events.next(), pause])
      if (next === undefined || next.done) break
      seen.push(next.value)
    }
    stop.abort()
    return { status: response.status, text: JSON.stringify(seen) }
  }
  for (const session of [second, bob])
    for (const id of [...ids, ...guessed]) expect((await again(session, id)).text).not.toContain(secret)
  expect((await again(ada, ids[0] ?? '', patient.timeout)).text).toContain(secret)
  isRevoked = true
  expect((await again(ada, ids[0] ?? '')).status).toBe(401)
  await open.endpoint.end('ada')
  isRevoked = false
  expect((await again(ada, ids[0] ?? '')).status).toBe(404)
})

test('a cursor of one client shows another nothing but its own list', async () => {
  const many = await Promise.all(
    Array.from({ length: 120 }, async (_, index) =>
      defineTool({
        name: `many.tool${String(index).padStart(3, '0')}`,
        description: 'One of many.',
        input: await strictSchema({ type: 'object', properties: {}, additionalProperties: false }),
        permission: 'readonly',
        execute: () => 'done',
      }),
    ),
  )
  await using open = await openEndpoint({
    tools: many,
    run: {
      hide: ({ name }) =>
        name.startsWith('many.') && isBob ? { class: 'removed', reason: 'not granted', source: 'test' } : undefined,
    },
  })
  let isBob = false
  const list = async (session: Record<string, string>, cursor?: string) => {
    const params = cursor === undefined ? {} : { cursor }
    const { text } = await post(open.url, { jsonrpc: '2.0', id: 3, method: 'tools/list', params }, session)
    const line = text.split('\n').findLast((each) => each.startsWith('data: ')) ?? ''
    return JSON.parse(line.slice(6)).result as { tools: { name: string }[]; nextCursor?: string }
  }
  const ada = await openSessionByHand(open.url, tokens.ada)
  const { nextCursor = '' } = await list(ada)
  isBob = true
  const bob = await openSessionByHand(open.url, tokens.bob)
  const names = (await list(bob, nextCursor)).tools.map(({ name }) => name)
  expect(names.filter((name) => name.startsWith('many'))).toEqual([])
  isBob = false
  expect((await list(ada, nextCursor)).tools.length).toBeGreaterThan(0)
})

test('once a token is revoked, an approval that a call of 2026-07-28 waits for starts nothing any more', async () => {
  await using open = await openEndpoint()
  const meta = { ...modernMeta, 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } }
  const headers = modern(tokens.ada, 'tools/call', 'demo__note')
  const asked = call(1, 'demo__note', { text: 'late' }, meta)
  const question = JSON.parse((await post(open.url, asked, headers)).text)
  const { requestState } = question.result
  await open.endpoint.end('ada')
  expect(types(open)).toContain('tool.cancelled')
  const inputResponses = { approval: { action: 'accept', content: { decision: 'allow_once' } } }
  const answered = { ...asked, id: 2, params: { ...asked.params, requestState, inputResponses } }
  expect(JSON.parse((await post(open.url, answered, headers)).text)).toMatchObject({ error: { code: -32602 } })
  expect(types(open)).not.toContain('tool.started')
})
