import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { serveHttp, serveTcp } from '../testing/loopback-server.ts'
import { createWatchedClient, type WatchedClient } from '../testing/watched-client.ts'
import type { GuardedRequest } from './guarded-request.ts'

const keepAlive = true

async function textOf(client: WatchedClient, request: GuardedRequest): Promise<string> {
  const outcome = await client.request(request)
  if (outcome.type === 'error') throw outcome.error
  // A connection is free a turn after its response.
  await turn()
  return new TextDecoder().decode(outcome.response.body)
}

test('requests that want it use one connection after the other has read its answer; others have their own', async () => {
  await using server = await serveHttp((_request, response) => response.end('hello'))
  const client = createWatchedClient()
  for (const wants of [true, true, true]) {
    expect(await textOf(client, { url: server.url, keepAlive: wants, method: 'POST', body: 'x' })).toBe('hello')
  }
  expect(server.connections).toBe(1)
  expect(await textOf(client, { url: server.url })).toBe('hello')
  expect(server.connections).toBe(2)
})

test('two requests at once have two connections', async () => {
  await using server = await serveHttp((_request, response) => setTimeout(() => response.end('hello'), 20))
  const client = createWatchedClient()
  await Promise.all([1, 2].map(() => textOf(client, { url: server.url, keepAlive })))
  expect(server.connections).toBe(2)
})

test('a connection of one credential is not used for another', async () => {
  await using server = await serveHttp((request, response) => response.end(request.headers.authorization))
  const client = createWatchedClient()
  for (const [authorization, connections] of [
    ['a', 1],
    ['b', 2],
    ['a', 2],
  ] as const) {
    expect(await textOf(client, { url: server.url, keepAlive, headers: { authorization } })).toBe(authorization)
    expect(server.connections).toBe(connections)
  }
})

test('a name is judged again for each request: one that turned private is refused whatever connection is open', async () => {
  await using server = await serveHttp((_request, response) => response.end('public page'))
  const client = createWatchedClient({
    answers: { 'rebind.example': [['93.184.215.14'], ['169.254.169.254']] },
    reroute: (target) => ({ ...target, address: '127.0.0.1', port: server.port }),
  })
  expect(await textOf(client, { url: 'http://rebind.example/', keepAlive })).toBe('public page')
  expect(await client.request({ url: 'http://rebind.example/', keepAlive })).toMatchObject({
    type: 'error',
    error: { code: 'blocked_address' },
  })
})

test('a name that moved to another address is dialled there, and another name at the same address too', async () => {
  await using server = await serveHttp((request, response) => response.end(request.headers.host))
  const client = createWatchedClient({
    answers: { 'a.example': [['93.184.215.14'], ['93.184.215.15']], 'b.example': [['93.184.215.15']] },
    reroute: (target) => ({ ...target, address: '127.0.0.1', port: server.port }),
  })
  for (const host of ['a.example', 'a.example', 'b.example']) {
    expect(await textOf(client, { url: `http://${host}/`, keepAlive })).toBe(host)
  }
  expect(client.dialled.map(({ address }) => address)).toEqual(['93.184.215.14', '93.184.215.15', '93.184.215.15'])
})

test.each<[string, Record<string, string>]>([
  ['closes it', { connection: 'close' }],
  ['keeps it for a second only', { connection: 'keep-alive', 'keep-alive': 'timeout=1' }],
])('a server that %s gets a new connection for the next request', async (_what, headers) => {
  await using server = await serveHttp((_request, response) => response.writeHead(200, headers).end('hello'))
  const client = createWatchedClient()
  for (const connections of [1, 2]) {
    expect(await textOf(client, { url: server.url, keepAlive })).toBe('hello')
    expect(server.connections).toBe(connections)
  }
})

test('an answer that was not read to its end takes its connection along', async () => {
  await using server = await serveHttp((_request, response) => void response.write('x'.repeat(100_000)))
  const client = createWatchedClient()
  const outcome = await client.open({ url: server.url, keepAlive })
  if (outcome.type === 'error') throw outcome.error
  await outcome.response.close()
  expect(client.sockets.every(({ destroyed }) => destroyed)).toBe(true)
})

test('bytes that nobody asked for are never taken for the answer of the next request', async () => {
  const open: Socket[] = []
  const answer = (text: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`
  await using server = await serveTcp((socket) => {
    open.push(socket)
    socket.on('data', () => socket.write(answer(`answer of ${open.length}`)))
  })
  const client = createWatchedClient()
  expect(await textOf(client, { url: server.url, keepAlive })).toBe('answer of 1')
  const [first] = client.sockets
  open[0]?.write(answer('forged'))
  await new Promise((resolve) => first?.once('close', resolve))
  expect(await textOf(client, { url: server.url, keepAlive })).toBe('answer of 2')
})

test('a connection that the server closed meanwhile is not used', async () => {
  const open: Socket[] = []
  await using server = await serveTcp((socket) => {
    open.push(socket)
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'))
  })
  const client = createWatchedClient()
  expect(await textOf(client, { url: server.url, keepAlive })).toBe('ok')
  const [first] = client.sockets
  open[0]?.end()
  await new Promise((resolve) => first?.once('close', resolve))
  expect(await textOf(client, { url: server.url, keepAlive })).toBe('ok')
  expect(open).toHaveLength(2)
})
