import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, expect, test, vi } from 'vitest'
import { openTestGateway, type TestCaller, type TestGateway } from '../testing/open-test-gateway.ts'

let gateway: TestGateway
let owner: TestCaller

// One server for all: none of them changes what another one sees.
beforeAll(async () => {
  const closing: (() => Promise<void>)[] = []
  gateway = await openTestGateway({ atEnd: (close) => closing.push(close) })
  owner = await gateway.signIn('owner')
  return async () => {
    for (const close of closing) await close()
  }
})

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(gateway.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Sends bytes as they are, and returns what comes back until the server closes the connection. */
async function sendBytes(bytes: string): Promise<string> {
  const socket = await open()
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.write(bytes, 'latin1')
  await once(socket, 'close')
  return text
}

const host = () => new URL(gateway.url).host
const second = () => `GET /v1/openapi.json HTTP/1.1\r\nHost: ${host()}\r\nConnection: close\r\n\r\n`
const json = 'Content-Type: application/json\r\n'

test.each([
  ['an encoding that only looks like chunks', 'Transfer-Encoding: xchunked\r\n', '{}'],
  ['chunks that are not the last encoding', 'Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n'],
  ['an encoding after a vertical tab', 'Transfer-Encoding:\x0bchunked\r\n', '0\r\n\r\n'],
  ['chunks before a length', 'Transfer-Encoding: chunked\r\nContent-Length: 2\r\n', '0\r\n\r\n'],
  ['a list of lengths', 'Content-Length: 2, 2\r\n', '{}'],
  ['a length with a sign', 'Content-Length: +2\r\n', '{}'],
  ['a length in hexadecimal', 'Content-Length: 0x2\r\n', '{}'],
  ['a chunk without a size', 'Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'],
  ['a chunk that is longer than it says', 'Transfer-Encoding: chunked\r\n', '1\r\n{}\r\n0\r\n\r\n'],
  ['a zero byte in a header', 'X-One: a\0b\r\n', ''],
  ['a bare carriage return in a header', 'X-One: a\rX-Two: b\r\n', ''],
])('a request with %s is refused, and what follows it is not served', async (_what, headers, body) => {
  const text = await sendBytes(
    `POST /v1/auth/logout HTTP/1.1\r\nHost: ${host()}\r\n${json}${headers}\r\n${body}${second()}`,
  )
  const answers = text.match(/HTTP\/1\.1 \d+/g) ?? []
  expect(answers.at(-1)).toBe('HTTP/1.1 400')
  expect(answers).not.toContain('HTTP/1.1 200')
})

test.each([
  ['a length of a terabyte', `${json}Content-Length: 1000000000000\r\n`, '{'],
  ['chunks beyond the limit', `${json}Transfer-Encoding: chunked\r\n`, `200000\r\n${'x'.repeat(0x20_00_00)}\r\n`],
])('a body with %s is refused before all of it is there', async (_what, headers, body) => {
  const socket = await open()
  socket.write(`POST /v1/auth/login HTTP/1.1\r\nHost: ${host()}\r\nOrigin: ${gateway.url}\r\n${headers}\r\n${body}`)
  const [first] = await once(socket, 'data')
  expect(String(first)).toMatch(/^HTTP\/1\.1 413 /)
  socket.destroy()
})

test('bodies that stop half-way hold nothing up, and are not reported once their senders are gone', async () => {
  const sockets = await Promise.all(Array.from({ length: 20 }, open))
  const head = `POST /v1/auth/login HTTP/1.1\r\nHost: ${host()}\r\nOrigin: ${gateway.url}\r\n`
  for (const socket of sockets) socket.write(`${head}${json}Content-Length: 100\r\n\r\n{"token":`)
  expect((await owner.send('GET', '/v1/me')).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  await nextTurn()
  expect((await owner.send('GET', '/v1/me')).status).toBe(200)
  expect(gateway.errors).toEqual([])
})

const hostile = ['__proto__', 'a%0d%0aset-cookie:%20evil=1', '..%2f..%2fetc%2fpasswd', '%00', '%ff']

test('no operation fails, and no header gets in, by what somebody writes into its path', async () => {
  const wrong: unknown[] = []
  for (const { method, path } of gateway.gateway.routes.filter((each) => each.path.includes('{')))
    for (const value of hostile) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      const target = `/v1${path.replaceAll(/\{\w+\}/g, value)}`
      const { status, headers } = await owner.send(method, target, { body, headers: { 'if-match': '"x"' } })
      if (status >= 500 || headers.has('set-cookie')) wrong.push([method, target, status])
    }
  expect(wrong).toEqual([])
  expect(gateway.errors).toEqual([])
})

test('names with line breaks are refused where they name somebody, and stay text elsewhere', async () => {
  const name = 'a\r\nset-cookie: evil=1'
  expect((await owner.send('POST', '/v1/users', { body: { name, role: 'viewer' } })).status).toBe(422)
  const key = await owner.send('POST', '/v1/keys', { body: { name, scopes: ['tools:read'] } })
  expect([key.status, key.json.key.name, key.headers.get('set-cookie')]).toEqual([201, name, null])
  const body = { model: 'agent/default', messages: [{ role: 'user', content: 'x' }], metadata: { session: name } }
  const answer = await owner.send('POST', '/v1/chat/completions', { body })
  expect([answer.status, answer.headers.get('x-drawbridge-session')]).toEqual([404, null])
})

test.each(['__proto__', 'constructor', 'prototype'])(
  'the key %s is refused at any depth, and names nothing',
  async (key) => {
    const deep = `{"arguments":{"path":"a","more":[{"${key}":{"polluted":true}}]}}`
    for (const target of ['/v1/tools/fs.read_file/invoke', '/v1/tools/fs.read_file/explain']) {
      const answer = await owner.send('POST', target, { body: deep })
      expect([target, answer.status, answer.json.code]).toEqual([target, 400, 'bad_request'])
    }
    expect((await owner.send('GET', `/v1/tools?${key}=1`)).status).toBe(422)
    expect((await owner.send('POST', '/v1/sessions', { body: { agent: key } })).status).toBe(422)
    const tool = { type: 'function', function: { name: 'x' } }
    const body = { model: `agent/${key}`, messages: [{ role: 'user', content: 'x' }], tools: [tool] }
    expect((await owner.send('POST', '/v1/chat/completions', { body })).status).toBe(404)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  },
)

test('a cursor of one user opens no page of another, in lists of what was recorded too', async () => {
  const [ada, eve] = [await gateway.signIn('member'), await gateway.signIn('member')]
  const call = { body: { arguments: { path: '.' } } }
  for (const who of [ada, ada, eve]) await who.send('POST', '/v1/tools/fs.list_files/invoke', call)
  for (const list of ['/v1/sessions', '/v1/audit']) {
    const next = await vi.waitFor(async () => {
      const page = await ada.send('GET', `${list}?limit=1`)
      expect(page.json.next).toEqual(expect.any(String))
      return page.json.next as string
    })
    const stolen = await eve.send('GET', `${list}?limit=1&cursor=${encodeURIComponent(next)}`)
    expect([list, stolen.status, stolen.json.code]).toEqual([list, 422, 'cursor_mismatch'])
  }
})
