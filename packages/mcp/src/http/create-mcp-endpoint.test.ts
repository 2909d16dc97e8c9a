import { request as httpRequest } from 'node:http'
import { defineTool } from '@drawbridge/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eras } from '../__fixtures__/connect-client.ts'
import { connectHttp, openEndpoint } from '../__fixtures__/open-endpoint.ts'
import { handshake, modernMeta, post, postHeaders, readStream } from '../__fixtures__/raw-http.ts'

test.each(eras)('a client of %s lists and calls tools over HTTP', async (era) => {
  await using open = await openEndpoint()
  const client = await connectHttp(open, { era })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('demo__add')
  const result = await client.callTool({ name: 'demo__add', arguments: { left: 1, right: 2 } })
  expect(result.structuredContent).toEqual({ sum: 3 })
  await client.close()
  expect(open.errors).toEqual([])
})

test('both kinds of clients use one address at the same time', async () => {
  await using open = await openEndpoint()
  const clients = await Promise.all(eras.map((era) => connectHttp(open, { era })))
  const sums = await Promise.all(
    clients.map((client) => client.callTool({ name: 'demo__add', arguments: { left: 2, right: 2 } })),
  )
  expect(sums.map(({ structuredContent }) => structuredContent)).toEqual([{ sum: 4 }, { sum: 4 }])
  await Promise.all(clients.map((client) => client.close()))
})

/** Sends a request with these headers exactly, which `fetch` would not. */
function send(url: URL, method: string, headers: Record<string, string | string[]>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname } = url
    const request = httpRequest({ hostname, port, path: pathname, method, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode))
    })
    request.once('error', reject)
    request.end(method === 'POST' ? JSON.stringify(handshake) : undefined)
  })
}

test.each(['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS'])(
  'a page whose name was pointed at this machine is refused before its token is looked at: %s',
  async (method) => {
    const tokens: string[] = []
    await using open = await openEndpoint({ authenticate: async (token) => void tokens.push(token) })
    const { url } = open
    const hostile = [
      { host: 'evil.test' },
      { host: `evil.test:${url.port}` },
      { host: `localhost.:${url.port}` },
      { host: url.host, origin: 'null' },
      { host: url.host, origin: 'http://evil.test' },
    ]
    for (const headers of hostile) expect(await send(url, method, { ...postHeaders(), ...headers })).toBe(403)
    // A head with two origins is refused before anything reads it.
    const twice = { host: url.host, origin: [`http://${url.host}`, 'http://evil.test'] }
    expect(await send(url, method, { ...postHeaders(), ...twice })).toBe(400)
    expect(tokens).toEqual([])
    expect(open.opened).toEqual([])
  },
)

test('an address in the request line that contradicts the host is refused', async () => {
  await using open = await openEndpoint()
  const status = await new Promise((resolve) => {
    const { hostname, port, host } = open.url
    const path = 'http://evil.test/mcp'
    const headers = { ...postHeaders(), host }
    httpRequest({ hostname, port, path, method: 'POST', headers }, ({ statusCode }) => resolve(statusCode)).end('{}')
  })
  expect([400, 403]).toContain(status)
})

test.each([
  ['without a token', {}],
  ['with an unknown one', { authorization: 'Bearer token-of-eve' }],
  ['with another scheme', { authorization: 'Basic token-of-ada' }],
  ['with two tokens', { authorization: 'Bearer token-of-ada, Bearer token-of-bob' }],
])('a request %s is told where to get one, and its body is not read', async (_what, headers) => {
  await using open = await openEndpoint()
  const response = await fetch(open.url, { method: 'POST', headers, body: '{"broken' })
  expect(response.status).toBe(401)
  const challenge = response.headers.get('www-authenticate') ?? ''
  expect(challenge).toMatch(/^Bearer error="invalid_token"/)
  expect(challenge).toContain('scope="mcp"')
  const metadata = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ''
  expect(await (await fetch(metadata)).json()).toMatchObject({
    resource: open.url.href,
    bearer_methods_supported: ['header'],
    scopes_supported: ['mcp'],
  })
  expect(open.opened).toEqual([])
})

test('a token in the address does not count', async () => {
  await using open = await openEndpoint()
  const url = new URL('?access_token=token-of-ada', open.url)
  const { authorization: _, ...headers } = postHeaders()
  expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(handshake) })).status).toBe(401)
})

test('no header of a client reaches a handler that could hand its token on', async () => {
  const seen: string[] = []
  await using open = await openEndpoint({
    openSession: (caller) => {
      seen.push(JSON.stringify(caller))
      throw new Error('no session')
    },
  })
  await post(open.url, handshake)
  expect(seen).toEqual([expect.not.stringContaining('token-of-ada')])
})

test.each([
  ['is not JSON', '{"broken', 400, -32700],
  [
    'is a list where one message has one request',
    JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'ping' }]),
    400,
    -32600,
  ],
  ['is too long', JSON.stringify({ text: 'x'.repeat(3 * 1024 * 1024) }), 413, -32600],
])('a message that %s is refused by name', async (_what, body, status, code) => {
  await using open = await openEndpoint()
  const answer = await post(open.url, body, { 'mcp-protocol-version': '2025-11-25' })
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.text)).toMatchObject({ error: { code, message: expect.stringMatching(/\w/) } })
})

test('a message of another type is refused', async () => {
  await using open = await openEndpoint()
  expect((await post(open.url, handshake, { 'content-type': 'text/plain' })).status).toBe(415)
})

test.each([
  ['another method', { 'mcp-method': 'tools/list', 'mcp-name': 'demo__add' }, -32020],
  ['another tool', { 'mcp-method': 'tools/call', 'mcp-name': 'demo__note' }, -32020],
  ['no tool', { 'mcp-method': 'tools/call' }, -32020],
  [
    'another revision',
    { 'mcp-method': 'tools/call', 'mcp-name': 'demo__add', 'mcp-protocol-version': '2025-11-25' },
    -32020,
  ],
] as const)('a header that names %s than the message does is refused', async (_what, headers, code) => {
  await using open = await openEndpoint()
  const params = { name: 'demo__add', arguments: { left: 1, right: 1 }, _meta: modernMeta }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const answer = await post(open.url, call, { 'mcp-protocol-version': '2026-07-28', ...headers })
  expect(answer.status).toBe(400)
  expect(JSON.parse(answer.text)).toMatchObject({ error: { code } })
  expect(open.recorder.events).toEqual([])
})

test('under 2026-07-28 there are no sessions: GET and DELETE are refused, and their headers not sent back', async () => {
  await using open = await openEndpoint()
  for (const method of ['GET', 'DELETE']) {
    const headers = {
      ...postHeaders(),
      'mcp-protocol-version': '2026-07-28',
      'mcp-session-id': 'x',
      'last-event-id': 'y',
    }
    const response = await fetch(open.url, { method, headers })
    expect(response.status).toBe(405)
    expect(response.headers.get('mcp-session-id')).toBeNull()
  }
})

test('other paths and methods have nothing', async () => {
  await using open = await openEndpoint()
  expect((await fetch(new URL('/other', open.url), { headers: postHeaders() })).status).toBe(404)
  expect((await fetch(open.url, { method: 'PUT', headers: postHeaders() })).status).toBe(400)
})

test('a session that cannot be opened is an error of the server, and the next one may work', async () => {
  let fails = true
  await using broken = await openEndpoint({
    openSession: () => {
      if (fails) throw new Error('the store is away')
      return { openRun: () => Promise.reject(new Error('still away')) }
    },
  })
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: modernMeta } }
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }
  const first = await post(broken.url, call, headers)
  expect([first.status, first.text]).toEqual([500, 'The server has failed.\n'])
  fails = false
  expect((await post(broken.url, call, headers)).status).toBe(500)
  expect(broken.errors.map(({ message }) => message)).toEqual(['the store is away', 'still away'])
})

const modernPost = (url: URL, method: string, params: object, signal?: AbortSignal) =>
  fetch(url, {
    method: 'POST',
    headers: { ...postHeaders(), 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: modernMeta, ...params } }),
    ...(signal === undefined ? {} : { signal }),
  })

test.each(['server/discover', 'tools/list', 'resources/list', 'resources/templates/list'])(
  'the answer to %s depends on the client, so it says that nobody else may keep it, and nobody for any time',
  async (method) => {
    await using open = await openEndpoint()
    const text = await (await modernPost(open.url, method, {})).text()
    expect(JSON.parse(/^\{.*|(?<=^data: )\{.*/m.exec(text)?.[0] ?? '')).toMatchObject({
      result: { cacheScope: 'private', ttlMs: 0 },
    })
  },
)

test('a subscription is acknowledged first, and hears once of the changes of several sources, under its own id', async () => {
  await using open = await openEndpoint()
  const client = await connectHttp(open, { era: '2026-07-28' })
  const leaving = new AbortController()
  const stream = readStream(
    await modernPost(open.url, 'subscriptions/listen', { notifications: { toolsListChanged: true } }, leaving.signal),
  )
  const first = (await stream.next()).value
  expect(first?.message).toMatchObject({
    method: 'notifications/subscriptions/acknowledged',
    params: { notifications: { toolsListChanged: true } },
  })
  for (const name of ['one.later', 'two.later']) {
    open.registry.register(
      defineTool({
        name,
        description: 'Later.',
        input: z.strictObject({}),
        permission: 'readonly',
        execute: () => 'x',
      }),
    )
  }
  for (const left of [1, 2]) await client.callTool({ name: 'demo__add', arguments: { left, right: 2 } })
  open.registry.register(
    defineTool({
      name: 'two.last',
      description: 'x',
      input: z.strictObject({}),
      permission: 'readonly',
      execute: () => '',
    }),
  )
  await client.callTool({ name: 'demo__add', arguments: { left: 3, right: 2 } })
  const heard = [(await stream.next()).value?.message, (await stream.next()).value?.message]
  const named = {
    method: 'notifications/tools/list_changed',
    params: { _meta: { 'io.modelcontextprotocol/subscriptionId': expect.anything() } },
  }
  expect(heard).toEqual([expect.objectContaining(named), expect.objectContaining(named)])
  leaving.abort()
  await client.close()
})
