import { text } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { serveHttp, serveText } from '../testing/loopback-server.ts'
import { createWatchedClient } from '../testing/watched-client.ts'
import { createGuardedFetch } from './create-guarded-fetch.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

describe('the client in the shape of fetch', () => {
  it('serves a library that posts JSON and reads a stream', async () => {
    await using server = await serveHttp(async (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ method: request.method, sent: JSON.parse(await text(request)) }))
    })
    const fetch = createGuardedFetch(createWatchedClient())
    const response = await fetch(new URL(server.url), { method: 'POST', body: JSON.stringify({ a: 1 }) })
    expect(response.ok).toBe(true)
    expect(response.url).toBe(`${server.url}/`)
    expect(await response.json()).toEqual({ method: 'POST', sent: { a: 1 } })
  })

  it('takes a whole Request, and redirects like fetch', async () => {
    await using server = await serveHttp((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/there' }).end()
      else response.writeHead(204).end()
    })
    const client = createWatchedClient()
    const response = await createGuardedFetch(client)(new Request(server.url))
    expect([response.status, response.redirected, response.url]).toEqual([204, true, `${server.url}/there`])
    expect(client.sockets.every((socket) => socket.destroyed)).toBe(true)
  })

  it('judges the text as it was written, not as the standard would repair it', async () => {
    const fetch = createGuardedFetch(createWatchedClient())
    await expect(fetch('http:\\\\127.0.0.1\\')).rejects.toMatchObject({ code: 'blocked_address', reason: 'backslash' })
    await expect(fetch('http://[::1]/')).rejects.toMatchObject({ code: 'blocked_address', reason: 'special_address' })
  })

  it.each([
    ['a text', { method: 'POST', body: 'grün' }],
    ['a text with a type', { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json', 'X-A': '1' } }],
    ['nothing to post', { method: 'POST' }],
    [
      'a look',
      {
        headers: [
          ['x-a', '1'],
          ['x-a', '2'],
        ] as [string, string][],
      },
    ],
  ])('sends %s as the standard does, whether it is written as such or as a Request', async (_what, init) => {
    const seen: unknown[] = []
    await using server = await serveHttp(async (request, response) => {
      const { method, headers } = request
      seen.push({ method, type: headers['content-type'], own: headers['x-a'], sent: await text(request) })
      response.writeHead(204).end()
    })
    const fetch = createGuardedFetch(createWatchedClient())
    await fetch(server.url, init)
    await fetch(new Request(server.url, init))
    expect(seen[0]).toEqual(seen[1])
  })

  it('refuses a header that the standard refuses', async () => {
    const fetch = createGuardedFetch(createWatchedClient())
    await expect(fetch('https://unused.invalid/', { headers: { 'bad name': '1' } })).rejects.toThrow(TypeError)
    await expect(fetch('https://unused.invalid/', { headers: { a: 'b\r\nc: d' } })).rejects.toThrow(TypeError)
  })

  it('passes the abort signal on', async () => {
    await using server = await serveText('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc', { end: false })
    const controller = new AbortController()
    const response = await createGuardedFetch(createWatchedClient())(server.url, { signal: controller.signal })
    controller.abort()
    await expect(response.text()).rejects.toMatchObject({ code: 'aborted' })
  })

  it.each([
    ['a signal', (signal: AbortSignal, url: string): Parameters<typeof fetch> => [url, { signal }]],
    ['a Request', (signal: AbortSignal, url: string): Parameters<typeof fetch> => [new Request(url, { signal })]],
  ])('passes the abort of %s on however long the answer has lasted', async (_, given) => {
    await using server = await serveText('HTTP/1.1 200 OK\r\n\r\nabc', { end: false })
    const controller = new AbortController()
    const client = createWatchedClient()
    const response = await createGuardedFetch(client)(...given(controller.signal, server.url))
    // What the request itself was made of is gone by then.
    collectGarbage()
    controller.abort()
    expect(client.sockets.map((socket) => socket.destroyed)).toEqual([true])
    await response.body?.cancel().catch(() => undefined)
  })

  it('lets go of a response that the standard cannot express', async () => {
    await using server = await serveText('HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n', { end: false })
    const client = createWatchedClient()
    await expect(createGuardedFetch(client)(server.url)).rejects.toMatchObject({ reason: 'protocol_error' })
    expect(client.sockets.map((socket) => socket.destroyed)).toEqual([true])
  })
})
