import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { serveHttp } from '../testing/loopback-server.ts'
import { createWatchedClient } from '../testing/watched-client.ts'

interface Seen {
  readonly method: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const echo: RequestListener = async (request, response) => {
  const { method, headers } = request
  response.end(JSON.stringify({ method, headers, body: await text(request) } satisfies Seen))
}

function redirecting(status: number, location: () => string): RequestListener {
  return (request, response) => {
    if (request.url === '/start') response.writeHead(status, { location: location() }).end('moved')
    else echo(request, response)
  }
}

async function follow(status: number, location: () => string, request: object): Promise<Seen> {
  await using server = await serveHttp(redirecting(status, location))
  const outcome = await createWatchedClient().request({ url: `${server.url}/start`, ...request })
  if (outcome.type === 'error') throw outcome.error
  expect(outcome.response.redirects).toEqual([`${server.url}/start`])
  return JSON.parse(new TextDecoder().decode(outcome.response.body)) as Seen
}

describe('redirects', () => {
  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [301, 'PUT', 'PUT', 'data'],
    [307, 'POST', 'POST', 'data'],
    [308, 'POST', 'POST', 'data'],
  ])('after %i a %s becomes %s', async (status, method, expected, body) => {
    const headers = { 'content-type': 'text/plain' }
    const seen = await follow(status, () => '/next', { method, body: 'data', headers })
    expect(seen).toMatchObject({ method: expected, body })
    expect(seen.headers['content-type']).toBe(body === '' ? undefined : 'text/plain')
  })

  it('keep credentials within the origin', async () => {
    const seen = await follow(302, () => 'next', { headers: { authorization: 'Basic x', cookie: 'a=b' } })
    expect(seen.headers).toMatchObject({ authorization: 'Basic x', cookie: 'a=b' })
  })

  it('drop every header that could be a credential on the way to another origin', async () => {
    await using other = await serveHttp(echo)
    const headers = { authorization: 'Basic x', cookie: 'a=b', 'x-api-key': 'k', accept: 'text/html' }
    const seen = await follow(302, () => `${other.url}/next`, { headers })
    expect(seen.headers).toMatchObject({ accept: 'text/html', 'user-agent': 'drawbridge' })
    expect(Object.keys(seen.headers)).not.toEqual(expect.arrayContaining(['authorization']))
    expect(Object.keys(seen.headers)).not.toEqual(expect.arrayContaining(['cookie']))
    expect(Object.keys(seen.headers)).not.toEqual(expect.arrayContaining(['x-api-key']))
  })

  it.each([
    ['http://169.254.169.254/', 'metadata_host'],
    ['http://2130706434/', 'special_address'],
    ['//10.0.0.1/', 'special_address'],
    ['file:///etc/passwd', 'scheme'],
    ['http://user@example.com/', 'user_info'],
    ['/\\10.0.0.1/', 'backslash'],
    ['http://db.internal/', 'local_name'],
    ['http://example.com:6379/', 'port'],
  ])('to %s end in %s with nothing more dialled', async (location, reason) => {
    await using server = await serveHttp(redirecting(302, () => location))
    const client = createWatchedClient()
    const outcome = await client.request({ url: `${server.url}/start` })
    expect(outcome).toMatchObject({ type: 'error', error: { code: 'blocked_address', reason } })
    expect(client.dialled).toHaveLength(1)
  })

  it('that go round in circles end after five', async () => {
    await using server = await serveHttp((_request, response) => response.writeHead(302, { location: '/' }).end())
    const client = createWatchedClient()
    const outcome = await client.request({ url: server.url })
    expect(outcome).toMatchObject({ type: 'error', error: { reason: 'too_many_redirects' } })
    expect(client.dialled).toHaveLength(6)
  })

  it('are handed out as they are to a caller who wants to see them', async () => {
    await using server = await serveHttp(redirecting(302, () => 'http://10.0.0.1/'))
    const outcome = await createWatchedClient().request({ url: `${server.url}/start`, redirect: 'manual' })
    expect(outcome).toMatchObject({ type: 'response', response: { status: 302 } })
  })

  it('are followed only as far as a caller who is asked about each says yes', async () => {
    await using server = await serveHttp((request, response) => {
      const to = request.url === '/start' ? '/next' : 'http://elsewhere.example/'
      response.writeHead(302, { location: to }).end()
    })
    const client = createWatchedClient()
    const asked: string[] = []
    const redirect = (to: URL): boolean => {
      asked.push(to.href)
      return to.origin === server.url
    }
    const outcome = await client.request({ url: `${server.url}/start`, redirect })
    expect(outcome).toMatchObject({ type: 'response', response: { status: 302, url: `${server.url}/next` } })
    expect(asked).toEqual([`${server.url}/next`, 'http://elsewhere.example/'])
    expect(client.resolved).toEqual([])
  })

  it('to a refused address are not even asked about', async () => {
    await using server = await serveHttp(redirecting(302, () => 'http://169.254.169.254/'))
    const redirect = (): boolean => {
      throw new Error('asked about a refused address')
    }
    const outcome = await createWatchedClient().request({ url: `${server.url}/start`, redirect })
    expect(outcome).toMatchObject({ type: 'error', error: { code: 'blocked_address', reason: 'metadata_host' } })
  })

  it('without a location are ordinary responses', async () => {
    await using server = await serveHttp((_request, response) => response.writeHead(302).end('where?'))
    const outcome = await createWatchedClient().request({ url: server.url })
    expect(outcome).toMatchObject({ type: 'response', response: { status: 302 } })
  })

  it('read a location of raw UTF-8 bytes as its text', async () => {
    await using server = await serveHttp((request, response) => {
      if (request.url !== '/') response.end(request.url)
      else response.writeHead(302, { location: Buffer.from('/größe').toString('latin1') }).end()
    })
    const outcome = await createWatchedClient().request({ url: server.url })
    expect(outcome).toMatchObject({ type: 'response', response: { url: `${server.url}/gr%C3%B6%C3%9Fe` } })
  })
})
