import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFakeClock } from '@drawbridge/core/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { serveHttp, serveTcp } from '../testing/loopback-server.ts'
import { chunksOf } from './__fixtures__/chunks.ts'
import { openTunnel, speak, startProxy } from './__fixtures__/start-proxy.ts'

const head = 'GET http://a.internal.test/ HTTP/1.1\r\nHost: a.internal.test\r\n'
let timersBefore: number

function activeTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
}

beforeEach(() => {
  timersBefore = activeTimers()
})

afterEach(async () => {
  for (let turn = 0; turn < 200 && activeTimers() > timersBefore; turn += 1) await sleep(5)
  expect(activeTimers()).toBeLessThanOrEqual(timersBefore)
})

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

describe('a request that servers read in different ways', () => {
  const post = 'POST http://a.internal.test/ HTTP/1.1\r\nHost: a.internal.test\r\n'
  const chunks = '0\r\n\r\n'
  it.each([
    ['lines that end in a bare line feed', 'GET http://a.internal.test/ HTTP/1.1\nHost: a.internal.test\n\n'],
    ['one line that ends in a bare line feed', `${head}X: 1\nY: 2\r\n\r\n`],
    ['a bare carriage return', `${head}X: 1\rY: 2\r\n\r\n`],
    ['a folded line', `${head}X: 1\r\n  2\r\n\r\n`],
    ['a folded empty line', `${head}X:\r\n 2\r\n\r\n`],
    ['a blank before a colon', `${head}X : 1\r\n\r\n`],
    ['a NUL', `${head}X: a\0b\r\n\r\n`],
    ['two hosts', `${head}Host: a.internal.test\r\n\r\n`],
    ['two hosts of different names', `${head}host: b.internal.test\r\n\r\n`],
    ['a host far behind many headers', `${head}${'a:b\r\n'.repeat(3000)}Host: b.internal.test\r\n\r\n`],
    ['length and chunks', `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`],
    ['chunks and length', `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n${chunks}`],
    ['two lengths', `${post}Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc`],
    ['a list of lengths', `${post}Content-Length: 3, 3\r\n\r\nabc`],
    ['a signed length', `${post}Content-Length: +3\r\n\r\nabc`],
    ['chunks twice', `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`],
    ['chunks of something else', `${post}Transfer-Encoding: gzip, chunked\r\n\r\n${chunks}`],
    ['almost chunks', `${post}Transfer-Encoding: xchunked\r\n\r\n${chunks}`],
    ['chunks before HTTP/1.1', `POST http://a.internal.test/ HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`],
    ['another version', 'GET http://a.internal.test/ HTTP/2.0\r\nHost: a.internal.test\r\n\r\n'],
    ['no version', 'GET http://a.internal.test/\r\n\r\n'],
    ['a tunnel with a body', 'CONNECT a.internal.test:443 HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello'],
    ['a tunnel with chunks', `CONNECT a.internal.test:443 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`],
  ])('by %s is refused, and no host is resolved', async (_what, text) => {
    await using proxy = await startProxy()
    expect(await speak(proxy.port, text)).toMatch(/^HTTP\/1\.1 4(00|03|31) /)
    expect([proxy.resolved, proxy.dialled]).toEqual([[], []])
  })

  it('by chunks of bare line feeds does not reach the server as a whole one', async () => {
    const ended = vi.fn()
    await using server = await serveHttp((request, response) =>
      request
        .on('end', ended)
        .resume()
        .on('end', () => response.end()),
    )
    await using proxy = await startProxy()
    const where = `http://a.internal.test:${server.port}/ HTTP/1.1\r\nHost: a.internal.test:${server.port}\r\n`
    await speak(proxy.port, `POST ${where}Transfer-Encoding: chunked\r\n\r\n3\nabc\n0\n\n`)
    expect(ended).not.toHaveBeenCalled()
  })
})

describe('a request cut anywhere', () => {
  it.each([
    [
      'granted',
      'GET http://a.internal.test:PORT/x HTTP/1.1\r\nHost: a.internal.test:PORT\r\n\r\n',
      / 200 OK\r\n.*seen \/x/s,
    ],
    ['refused', 'GET http://elsewhere.test/ HTTP/1.1\r\nHost: elsewhere.test\r\n\r\n', / 403 Forbidden\r\n/],
    [
      'malformed',
      'GET http://a.internal.test/ HTTP/1.1\r\nHost: a.internal.test\r\nX : 1\r\n\r\n',
      / 400 Bad Request\r\n/,
    ],
    [
      'granted as a tunnel',
      'CONNECT a.internal.test:PORT HTTP/1.1\r\n\r\nGET /x HTTP/1.1\r\nHost: a.internal.test:PORT\r\n\r\n',
      / 200 Conn.* 200 OK\r\n.*seen \/x/s,
    ],
  ])('is %s all the same', async (_what, template, expected) => {
    await using server = await serveHttp((request, response) => response.end(`seen ${request.url}`))
    await using proxy = await startProxy()
    const bytes = Buffer.from(template.replaceAll('PORT', String(server.port)))
    await fc.assert(
      fc.asyncProperty(chunksOf(bytes), async (pieces) => {
        expect(await speak(proxy.port, ...pieces)).toMatch(expected)
      }),
      { numRuns: 25 },
    )
  })
})

describe('a client that takes its time', () => {
  it.each([
    ['never says a word', ''],
    ['never ends its head', head],
    ['never ends the line of a tunnel', 'CONNECT a.internal.test:443'],
  ])('and %s is left when the time for heads is over', async (_what, text) => {
    const clock = createFakeClock()
    await using proxy = await startProxy({ clock, limits: { headMs: 1000 } })
    const socket = await connected(proxy.port)
    const closed = once(socket, 'close')
    if (text !== '') socket.write(text)
    // The proxy has the connection once another one has been through.
    await speak(proxy.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await clock.advance(1000)
    await closed
    expect(proxy.dialled).toEqual([])
  })

  it.each([
    ['silent', ''],
    ['half a hello', '\x16\x03\x01\x02\x00\x01'],
    ['half a request', 'GET / HT'],
  ])('in an open tunnel (%s) is left, and the server with it', async (_what, text) => {
    const clock = createFakeClock()
    await using server = await serveTcp(() => {})
    await using proxy = await startProxy({ clock, limits: { headMs: 1000 } })
    const socket = await openTunnel(proxy.port, `a.internal.test:${server.port}`)
    const closed = once(socket, 'close')
    if (text !== '') socket.write(text, 'latin1')
    await speak(proxy.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await clock.advance(1000)
    await closed
    await vi.waitFor(() => expect(proxy.servers.map(({ destroyed }) => destroyed)).toEqual([true]), 20_000)
  })

  it.each(['idleMs', 'totalMs'] as const)(
    'is left when its %s is over, although the server still holds on',
    async (limit) => {
      const clock = createFakeClock()
      await using server = await serveHttp((_request, response) => void response.write('a'))
      await using proxy = await startProxy({ clock, limits: { [limit]: 5000 } })
      const socket = await connected(proxy.port)
      const closed = once(socket, 'close')
      const authority = `a.internal.test:${server.port}`
      socket.write(`GET http://${authority}/ HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
      await once(socket, 'data')
      await clock.advance(5000)
      await closed
      await vi.waitFor(() => expect(proxy.servers.map(({ destroyed }) => destroyed)).toEqual([true]), 20_000)
    },
  )
})

describe('a client that goes too far', () => {
  it('with its head is answered so', async () => {
    await using proxy = await startProxy({ limits: { maxHeaderBytes: 2000 } })
    expect(await speak(proxy.port, `${head}X: ${'x'.repeat(4000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
  })

  it('with the number of its connections is answered so, and served once one of them has closed', async () => {
    await using proxy = await startProxy({ limits: { maxConnections: 2 } })
    const [one, two] = [await connected(proxy.port), await connected(proxy.port)]
    await vi.waitFor(
      async () => expect(await speak(proxy.port, `${head}\r\n`)).toMatch(/^HTTP\/1\.1 503 .* 2 connections/s),
      20_000,
    )
    one.destroy()
    await vi.waitFor(
      async () => expect(await speak(proxy.port, 'GET / HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /),
      20_000,
    )
    two.destroy()
  })

  it('with the bytes that it moves is cut off', async () => {
    await using server = await serveHttp((_request, response) => response.end('x'.repeat(100_000)))
    await using proxy = await startProxy({ limits: { maxBytes: 10_000 } })
    const authority = `a.internal.test:${server.port}`
    const answer = await speak(proxy.port, `GET http://${authority}/ HTTP/1.1\r\nHost: ${authority}\r\n\r\n`)
    expect(answer.length).toBeLessThan(100_000)
  })
})

describe('a connection that one side abandons', () => {
  it('is let go on the other: the client left', async () => {
    await using server = await serveTcp(() => {})
    await using proxy = await startProxy()
    const socket = await openTunnel(proxy.port, `a.internal.test:${server.port}`)
    socket.destroy()
    await vi.waitFor(() => expect(proxy.servers.map(({ destroyed }) => destroyed)).toEqual([true]), 20_000)
  })

  it('is let go on the other: the server left', async () => {
    await using server = await serveTcp((socket) => socket.destroy())
    await using proxy = await startProxy()
    const socket = connect(proxy.port, '127.0.0.1')
    socket.on('error', () => {})
    const closed = once(socket.resume(), 'close')
    socket.write(`CONNECT a.internal.test:${server.port} HTTP/1.1\r\n\r\n`)
    await closed
  })

  it('is let go on both when the proxy is disposed of, whatever they were about', async () => {
    await using server = await serveTcp(() => {})
    const proxy = await startProxy()
    const silent = await connected(proxy.port)
    const tunnel = await openTunnel(proxy.port, `a.internal.test:${server.port}`)
    const closed = Promise.all([once(silent, 'close'), once(tunnel, 'close')])
    await proxy[Symbol.asyncDispose]()
    await closed
    await vi.waitFor(() => expect(proxy.servers.map(({ destroyed }) => destroyed)).toEqual([true]), 20_000)
  })
})

describe('what the proxy says and tells', () => {
  it('holds no credential and nothing of a URL behind its host', async () => {
    const secret = `s${Math.random().toString(36).slice(2)}`
    await using proxy = await startProxy()
    const texts = [
      `GET http://user:${secret}@elsewhere.test/ HTTP/1.1\r\nHost: x\r\n\r\n`,
      `GET http://elsewhere.test/${secret}?key=${secret} HTTP/1.1\r\nHost: elsewhere.test\r\nAuthorization: ${secret}\r\n\r\n`,
      `GET http://a.internal.test:22/${secret} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${secret}\r\n\r\n`,
      `CONNECT user:${secret}@elsewhere.test:443 HTTP/1.1\r\n\r\n`,
      `GET /${secret} HTTP/1.1\r\nHost: x\r\n\r\n`,
    ]
    const answers = await Promise.all(texts.map((text) => speak(proxy.port, text)))
    expect(answers.join() + JSON.stringify(proxy.decisions)).not.toContain(secret)
    expect(proxy.decisions).toHaveLength(texts.length)
  })
})
