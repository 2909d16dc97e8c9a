import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openHttpServer } from './open-http-server.ts'

/** Sends exactly these bytes and resolves to all that comes back until the server hangs up. */
async function exchange(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8')
  socket.on('data', (part: string) => (answer += part))
  socket.on('error', () => undefined)
  socket.write(text)
  await once(socket, 'close')
  return answer
}

test('a request gets its answer, and the address is loopback unless another one is asked for', async () => {
  await using server = await openHttpServer({ fetch: async (request) => new Response(await request.text()) })
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`)
  const response = await fetch(server.url, { method: 'POST', body: 'hello' })
  expect(await response.text()).toBe('hello')
})

test.each([
  ['whose head never ends', 'POST / HTTP/1.1\r\nHost: a\r\n'],
  ['whose body never ends', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nab'],
])('a request %s is given up in its time', async (_what, text) => {
  const limits = { headMs: 200, requestMs: 300 }
  await using server = await openHttpServer({ limits, fetch: async (request) => new Response(await request.text()) })
  expect(await exchange(server.port, text)).toMatch(/^HTTP\/1\.1 408|^$/)
})

test('a head beyond the limit is refused', async () => {
  await using server = await openHttpServer({ fetch: () => new Response('never') })
  const head = `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`
  expect(await exchange(server.port, head)).toMatch(/^HTTP\/1\.1 431/)
})

test('a handler that throws tells its error to the program and none of it to the client', async () => {
  const errors: string[] = []
  await using server = await openHttpServer({
    fetch: () => {
      throw new Error('inner detail')
    },
    onError: ({ message }) => errors.push(message),
  })
  const response = await fetch(server.url)
  expect([response.status, await response.text()]).toEqual([500, 'The server has failed.\n'])
  expect(errors).toEqual(['inner detail'])
})

test('the signal of a request tells that its client is gone', async () => {
  const gone = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  await using server = await openHttpServer({
    fetch: (request) => {
      request.signal.addEventListener('abort', () => gone.resolve(), { once: true })
      arrived.resolve()
      return new Promise<Response>(() => undefined)
    },
    limits: { graceMs: 50 },
  })
  const client = new AbortController()
  const answer = fetch(server.url, { signal: client.signal }).catch((error: Error) => error.name)
  await arrived.promise
  client.abort()
  expect(await answer).toBe('AbortError')
  await gone.promise
})

test('closing lets a running answer end, and cuts off one that never does', async () => {
  const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const finish = Promise.withResolvers<Response>()
  const server = await openHttpServer({
    limits: { graceMs: 500 },
    fetch: (request) => {
      const isShort = new URL(request.url).pathname === '/short'
      arrived[isShort ? 0 : 1].resolve()
      return isShort ? finish.promise : new Promise<Response>(() => undefined)
    },
  })
  const short = fetch(`${server.url}/short`)
  const endless = fetch(`${server.url}/endless`).then(
    () => 'answered',
    () => 'cut off',
  )
  await Promise.all(arrived.map(({ promise }) => promise))
  const closed = server.close()
  finish.resolve(new Response('done'))
  expect(await (await short).text()).toBe('done')
  await closed
  expect(await endless).toBe('cut off')
  await expect(fetch(server.url)).rejects.toThrow()
})

test('an address that is taken is an error', async () => {
  await using server = await openHttpServer({ fetch: () => new Response('one') })
  await expect(openHttpServer({ port: server.port, fetch: () => new Response('two') })).rejects.toThrow('EADDRINUSE')
})
