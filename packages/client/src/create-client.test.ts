import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { openTestGateway, type TestGateway } from '../../gateway/src/testing/open-test-gateway.ts'
import { ApiProblem, type Client, createClient, type ProblemCode, type StreamEvent } from './index.ts'

let gateway: TestGateway
let client: Client

// One server for all: none of them changes what another one sees.
beforeAll(async () => {
  const closing: (() => Promise<void>)[] = []
  const script = [{ text: 'Good morning.' }]
  gateway = await openTestGateway({ script, atEnd: (close) => closing.push(close) })
  const { secret } = await (await gateway.signIn('owner')).key(['all'])
  client = createClient({ url: gateway.url, key: secret })
  return async () => {
    for (const close of closing) await close()
  }
})

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('an operation is called with typed parts, and answers what its type says', async () => {
  const me = await client.call('getMe')
  expectTypeOf(me.role).toEqualTypeOf<'owner' | 'operator' | 'member' | 'viewer'>()
  expect(me).toMatchObject({ role: 'owner', human: false })
  const outcome = await client.call('invokeTool', {
    params: { name: 'fs.list_files' },
    body: { arguments: { path: '.' } },
  })
  expect(outcome.status).toBe('ok')
})

test('a list is read page by page to its end', async () => {
  const names: string[] = []
  for await (const { name } of client.items('listTools', { query: { limit: 7 } })) names.push(name)
  const all = (await client.call('listTools', { query: { limit: 200 } })).items.map(({ name }) => name)
  expect(names).toEqual(all)
  expect(new Set(names).size).toBeGreaterThan(7)
})

test('a refusal is thrown with its code and its facts', async () => {
  const error = await refusal(client.call('getSession', { params: { id: 'none' } }))
  if (!(error instanceof ApiProblem)) throw new TypeError('not an ApiProblem')
  expectTypeOf(error.code).toEqualTypeOf<ProblemCode>()
  expect(error).toMatchObject({ code: 'not_found', status: 404, retryable: false })
  const invalid = await refusal(client.call('listTools', { query: { limit: 9_999 } }))
  expect(invalid).toMatchObject({ code: 'invalid', body: { errors: [{ pointer: 'limit' }] } })
})

test('a request with the same idempotency key counts once', async () => {
  const create = () => client.send('createSession', { body: {}, idempotencyKey: 'once' })
  const [first, again] = [await create(), await create()]
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
})

test('an answer of an agent is read as it comes, and the record can be followed behind an event', async () => {
  const { id } = (await client.call('createSession', { body: {} })) as { id: string }
  const events: StreamEvent[] = []
  for await (const event of client.stream('sendMessage', { params: { id }, body: { text: 'Hello' } }))
    events.push(event)
  expect(JSON.stringify(events)).toContain('Good morning.')
  const first = events.find((event) => event.id !== undefined)
  const leave = new AbortController()
  const options = { params: { id }, signal: leave.signal, lastEventId: first?.id }
  for await (const event of client.stream('listSessionEvents', options)) {
    expect(Number(event.id)).toBeGreaterThan(Number(first?.id))
    break
  }
  leave.abort()
})

test.each(['', '.', '..'])('the value %j of a path is refused before it is sent', async (id) => {
  expect(await refusal(client.call('getSession', { params: { id } }))).toBeInstanceOf(TypeError)
})

test('a value of a path with slashes is one segment', async () => {
  expect(await refusal(client.call('getSession', { params: { id: '../../healthz?x#y' } }))).toMatchObject({
    code: 'not_found',
    message: 'There is no such session.',
  })
})

test('a key goes nowhere in plain text, and to no other server', async () => {
  expect(() => createClient({ url: 'http://drawbridge.test', key: 'k' })).toThrow(/https/)
  expect(() => createClient({ url: 'http://127.0.0.1.evil.test', key: 'k' })).toThrow(/https/)
  const seen: (string | undefined)[] = []
  const other = await serve((_, response, port) => {
    seen.push(`${port}`)
    response.end('{}')
  })
  const url = await serve((_, response) => response.writeHead(302, { location: other }).end())
  expect(await refusal(createClient({ url, key: 'k' }).call('getMe'))).toBeInstanceOf(TypeError)
  expect(seen).toEqual([])
})

test('an answer of something between is a problem too', async () => {
  const url = await serve((_, response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<b>Bad gateway</b>'),
  )
  expect(await refusal(createClient({ url, key: 'k' }).call('getMe'))).toMatchObject({
    ...{ code: 'not_available', status: 502, retryable: true },
    message: expect.stringContaining('Bad gateway'),
  })
})

type Listener = (...parts: [...Parameters<RequestListener>, port: number]) => void

/** Serves on a port of this machine until the test ends. */
async function serve(listener: Listener): Promise<string> {
  const server = createServer((request, response) =>
    listener(request, response, (server.address() as AddressInfo).port),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
