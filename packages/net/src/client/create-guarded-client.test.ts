import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { serveHttp } from '../testing/loopback-server.ts'
import { createWatchedClient } from '../testing/watched-client.ts'
import { createGuardedClient } from './create-guarded-client.ts'
import type { CompleteResponse, RequestOutcome } from './guarded-response.ts'

function received(outcome: RequestOutcome<CompleteResponse>): CompleteResponse & { readonly text: string } {
  if (outcome.type === 'error') throw outcome.error
  return { ...outcome.response, text: new TextDecoder().decode(outcome.response.body) }
}

describe('a request to a well-behaved server', () => {
  it('returns status, headers, body, final URL and the dialled address', async () => {
    await using server = await serveHttp((_request, response) => {
      response.writeHead(201, 'Made', { 'content-type': 'text/plain', 'x-two': ['a', 'b'] }).end('hello')
    })
    const response = received(await createWatchedClient().request({ url: `${server.url}/page?q=1#part` }))
    expect(response).toMatchObject({ status: 201, statusText: 'Made', text: 'hello', address: '127.0.0.1' })
    expect(response.url).toBe(`${server.url}/page?q=1#part`)
    expect(response.redirects).toEqual([])
    expect(response.headers.get('x-two')).toBe('a, b')
  })

  it('sends method, headers and body, and frames them itself', async () => {
    await using server = await serveHttp(async (request, response) => {
      const { method, url, headers } = request
      response.end(JSON.stringify({ method, url, headers, body: await text(request) }))
    })
    const client = createWatchedClient({ userAgent: 'probe/1' })
    const response = received(
      await client.request({ url: `${server.url}/a b`, method: 'POST', headers: { 'X-Mine': 'é' }, body: 'größe' }),
    )
    expect(JSON.parse(response.text)).toMatchObject({
      method: 'POST',
      url: '/a%20b',
      body: 'größe',
      headers: {
        host: `127.0.0.1:${server.port}`,
        'user-agent': 'probe/1',
        'content-length': '7',
        connection: 'close',
        'x-mine': 'é',
      },
    })
  })

  it.each(['HEAD', 'GET'] as const)('takes %s without a body for what it is', async (method) => {
    await using server = await serveHttp((_request, response) => {
      response.writeHead(method === 'HEAD' ? 200 : 204, { 'content-encoding': 'gzip' }).end()
    })
    expect(received(await createWatchedClient().request({ url: server.url, method })).text).toBe('')
  })

  it('hands out the body while it is still coming', async () => {
    let finish = (): void => {}
    await using server = await serveHttp((_request, response) => {
      response.write('first')
      finish = () => response.end('last')
    })
    const outcome = await createWatchedClient().open({ url: server.url })
    if (outcome.type === 'error') throw outcome.error
    const seen: string[] = []
    for await (const chunk of outcome.response.body) {
      seen.push(new TextDecoder().decode(chunk))
      finish()
    }
    expect(seen).toEqual(['first', 'last'])
  })

  it('stops for a reader who breaks off, and for one who never starts', async () => {
    await using server = await serveHttp((_request, response) => {
      response.write('x'.repeat(1000))
    })
    const client = createWatchedClient()
    const read = await client.open({ url: server.url })
    if (read.type === 'error') throw read.error
    for await (const _chunk of read.response.body) break
    const unread = await client.open({ url: server.url })
    if (unread.type === 'error') throw unread.error
    await unread.response.close()
    expect(client.sockets.map((socket) => socket.destroyed)).toEqual([true, true])
  })
})

describe('what a caller may ask for', () => {
  it.each(['Host', 'content-length', 'Transfer-Encoding', 'connection', 'Proxy-Authorization'])(
    'refuses the reserved header %s before anything is dialled',
    async (name) => {
      const client = createWatchedClient()
      const outcome = await client.request({ url: 'http://127.0.0.1:9999/', headers: { [name]: '1' } })
      expect(outcome).toMatchObject({ type: 'error', error: { code: 'invalid_call', reason: 'invalid_header' } })
      expect(client.dialled).toEqual([])
    },
  )

  it('refuses a header that would split the request', async () => {
    const headers = { 'x-a': 'b\r\nx-injected: 1' }
    const outcome = await createWatchedClient().request({ url: 'http://127.0.0.1:9999/', headers })
    expect(outcome).toMatchObject({ type: 'error', error: { reason: 'invalid_header', retryable: false } })
  })

  it('says which rule refused a URL', async () => {
    const client = createWatchedClient()
    const outcome = await client.request({ url: 'http://169.254.169.254/latest/meta-data/' })
    expect(outcome).toMatchObject({ type: 'error', error: { code: 'blocked_address', reason: 'metadata_host' } })
    expect(client.dialled).toEqual([])
  })

  it('does not even look up a name that is refused by its spelling', async () => {
    const client = createWatchedClient({ answers: { 'a.internal': [['93.184.215.14']] } })
    const outcome = await client.request({ url: 'http://a.internal/' })
    expect(outcome).toMatchObject({ type: 'error', error: { reason: 'local_name' } })
    expect(client.resolved).toEqual([])
  })

  it('calls a name without addresses blocked and a broken resolver a fault', async () => {
    const nobody = await createWatchedClient().request({ url: 'http://nobody.example/' })
    expect(nobody).toMatchObject({
      type: 'error',
      error: { code: 'network_error', reason: 'no_address', retryable: true },
    })
    const broken = createGuardedClient({ resolver: { resolve: () => Promise.reject(new Error('SERVFAIL')) } })
    const failed = await broken.request({ url: 'http://somebody.example/' })
    expect(failed).toMatchObject({ type: 'error', error: { reason: 'resolve_failed', retryable: true } })
  })
})
