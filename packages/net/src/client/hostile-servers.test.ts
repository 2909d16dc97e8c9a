import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LoopbackServer, serveHttp, serveTcp, serveText } from '../testing/loopback-server.ts'
import { createWatchedClient, type WatchedClient } from '../testing/watched-client.ts'
import type { ClientLimits } from './client-limits.ts'
import type { NetErrorCode, NetErrorReason } from './net-error.ts'

const limits = { connectMs: 5_000, headersMs: 5_000, idleMs: 5_000, totalMs: 10_000, maxBodyBytes: 100_000 }
const ok = 'HTTP/1.1 200 OK\r\n'
let client: WatchedClient
let timersBefore: number

function activeTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
}

async function failure(
  server: LoopbackServer,
  changed: Partial<ClientLimits> = {},
): Promise<[NetErrorCode, NetErrorReason]> {
  const outcome = await client.request({ url: server.url, limits: changed })
  if (outcome.type === 'response') throw new Error(`The server was believed: ${outcome.response.status}.`)
  return [outcome.error.code, outcome.error.reason]
}

beforeEach(() => {
  client = createWatchedClient({ limits })
  timersBefore = activeTimers()
})

function openSockets(): number {
  return client.sockets.filter((socket) => !socket.destroyed).length
}

afterEach(async () => {
  for (let turn = 0; turn < 200 && (openSockets() > 0 || activeTimers() > timersBefore); turn += 1) await sleep(5)
  expect(openSockets()).toBe(0)
  expect(activeTimers()).toBeLessThanOrEqual(timersBefore)
})

describe('a server that takes its time', () => {
  it('is left when it never answers', async () => {
    await using server = await serveTcp(() => {})
    expect(await failure(server, { headersMs: 40 })).toEqual(['timeout', 'headers_timeout'])
  })

  it('is left when it drips its headers byte by byte', async () => {
    await using server = await serveTcp(async (socket) => {
      socket.write(ok)
      while (!socket.destroyed) {
        socket.write('x')
        await sleep(5)
      }
    })
    expect(await failure(server, { headersMs: 60 })).toEqual(['timeout', 'headers_timeout'])
  })

  it('is left when it sends interim responses without end', async () => {
    await using server = await serveTcp(async (socket) => {
      while (!socket.destroyed) {
        socket.write('HTTP/1.1 103 Early Hints\r\n\r\n')
        await sleep(5)
      }
    })
    expect(await failure(server, { headersMs: 60 })).toEqual(['timeout', 'headers_timeout'])
  })

  it('is left when its body falls silent', async () => {
    await using server = await serveText(`${ok}content-length: 10\r\n\r\nabc`, { end: false })
    expect(await failure(server, { idleMs: 40 })).toEqual(['timeout', 'idle_timeout'])
  })

  it('is left when its body drips on beyond the total time', async () => {
    await using server = await serveHttp(async (_request, response) => {
      while (!response.destroyed) {
        response.write('x')
        await sleep(5)
      }
    })
    expect(await failure(server, { totalMs: 80 })).toEqual(['timeout', 'total_timeout'])
  })

  it('may be slower than the idle time as long as it is the reader who pauses', async () => {
    await using server = await serveHttp((_request, response) => {
      response.write('first')
      response.end('last')
    })
    const outcome = await client.open({ url: server.url, limits: { idleMs: 60 } })
    if (outcome.type === 'error') throw outcome.error
    let seen = ''
    for await (const chunk of outcome.response.body) {
      seen += new TextDecoder().decode(chunk)
      await sleep(90)
    }
    expect(seen).toBe('firstlast')
  })

  it('does not keep an unread response open beyond the total time', async () => {
    await using server = await serveText(`${ok}content-length: 10\r\n\r\nabc`, { end: false })
    const outcome = await client.open({ url: server.url, limits: { totalMs: 60 } })
    if (outcome.type === 'error') throw outcome.error
    await vi.waitFor(() => expect(client.sockets.map((socket) => socket.destroyed)).toEqual([true]), 20_000)
    await expect(outcome.response.body[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'timeout' })
  })
})

describe('a caller who aborts', () => {
  it('before the request starts, while it waits for headers, and while it reads', async () => {
    await using server = await serveText(`${ok}content-length: 10\r\n\r\nabc`, { end: false })
    await using silent = await serveTcp(() => {})
    const aborted = { type: 'error', error: { code: 'aborted', reason: 'aborted' } }
    const early = await client.request({ url: server.url, signal: AbortSignal.abort() })
    expect(early).toMatchObject(aborted)
    expect(client.dialled).toEqual([])

    const waiting = new AbortController()
    const headers = client.request({ url: silent.url, signal: waiting.signal })
    await vi.waitFor(() => expect(silent.connections).toBe(1), 20_000)
    waiting.abort()
    expect(await headers).toMatchObject(aborted)

    const reading = new AbortController()
    const opened = await client.open({ url: server.url, signal: reading.signal })
    if (opened.type === 'error') throw opened.error
    const body = opened.response.body[Symbol.asyncIterator]()
    expect(new TextDecoder().decode((await body.next()).value)).toBe('abc')
    const rest = body.next()
    reading.abort()
    await expect(rest).rejects.toMatchObject({ name: 'NetError', code: 'aborted' })
  })
})

describe('a server that sends too much', () => {
  it('is refused by the length it announces, without reading', async () => {
    await using server = await serveText(`${ok}content-length: 100001\r\n\r\n`, { end: false })
    expect(await failure(server)).toEqual(['file_too_large', 'body_too_large'])
  })

  it('is cut off when its body has no end', async () => {
    await using server = await serveHttp((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1000)));
      }
      response.on('drain', more)
      more()
    })
    expect(await failure(server)).toEqual(['file_too_large', 'body_too_large'])
  })

  it('is cut off when its headers have no end', async () => {
    await using server = await serveText(`${ok}x-long: ${'x'.repeat(50_000)}\r\n\r\n`, { end: true })
    expect(await failure(server)).toEqual(['network_error', 'headers_too_large'])
  })

  const bombs = [
    ['gzip', gzipSync(Buffer.alloc(8_000_000))],
    ['deflate', deflateSync(Buffer.alloc(8_000_000))],
    ['deflate', deflateRawSync(Buffer.alloc(8_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(8_000_000))],
    ['zstd', zstdCompressSync(Buffer.alloc(8_000_000))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(8_000_000)))],
  ] as const

  it.each(bombs)('is cut off when a small %s body grows beyond the limit', async (encoding, body) => {
    await using server = await serveHttp((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(body)
    })
    expect(await failure(server)).toEqual(['file_too_large', 'body_too_large'])
  })

  it('is cut off when its body grows out of all proportion below the limit', async () => {
    await using server = await serveHttp((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bombs[0][1])
    })
    expect(await failure(server, { maxBodyBytes: 10_000_000 })).toEqual(['file_too_large', 'compression_ratio'])
  })
})

describe('a server that does not keep its word', () => {
  it.each([
    ['a length longer than the body', `${ok}content-length: 10\r\n\r\nabc`, 'truncated_body'],
    ['a chunk that never comes', `${ok}transfer-encoding: chunked\r\n\r\n5\r\nabc`, 'truncated_body'],
    ['half a response', 'HTTP/1.1 200', 'connection_lost'],
    ['two different lengths', `${ok}content-length: 3\r\ncontent-length: 4\r\n\r\nabcd`, 'protocol_error'],
    [
      'length and chunks at once',
      `${ok}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      'protocol_error',
    ],
    ['another protocol', 'SSH-2.0-OpenSSH_9.7\r\n', 'protocol_error'],
    [
      'a change of protocol',
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      'protocol_error',
    ],
    [
      'an encoding that was not offered',
      `${ok}content-encoding: lzma\r\ncontent-length: 1\r\n\r\nx`,
      'unsupported_encoding',
    ],
    [
      'encodings without end',
      `${ok}content-encoding: gzip, gzip, gzip\r\ncontent-length: 1\r\n\r\nx`,
      'unsupported_encoding',
    ],
    ['gzip that is none', `${ok}content-encoding: gzip\r\ncontent-length: 3\r\n\r\nabc`, 'undecodable_body'],
    [
      'deflate that is none',
      `${ok}content-encoding: deflate\r\ncontent-length: 3\r\n\r\n\xff\xff\xff`,
      'undecodable_body',
    ],
  ])('%s is told as what it is', async (_what, text, reason) => {
    await using server = await serveText(text, { end: true })
    expect(await failure(server)).toEqual(['network_error', reason])
  })

  it('a connection that closes without a response is reported as that', async () => {
    await using server = await serveTcp((socket) => socket.end())
    expect(await failure(server)).toEqual(['network_error', 'connection_lost'])
  })

  it('a compressed body that stops halfway is reported as truncated', async () => {
    const body = gzipSync(Buffer.from('some text that goes on')).subarray(0, 20)
    await using server = await serveHttp((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(body)
    })
    expect(await failure(server)).toEqual(['network_error', 'truncated_body'])
  })

  it('text beyond the announced length is not read', async () => {
    await using server = await serveText(`${ok}content-length: 3\r\n\r\nabcdef`, { end: false })
    const outcome = await client.request({ url: server.url })
    expect(outcome.type === 'response' && new TextDecoder().decode(outcome.response.body)).toBe('abc')
  })
})

describe('a server that compresses honestly', () => {
  const page = Buffer.from('a page '.repeat(500))

  it.each([
    ['gzip', gzipSync(page)],
    ['x-gzip', gzipSync(page)],
    ['deflate', deflateSync(page)],
    ['deflate', deflateRawSync(page)],
    ['br', brotliCompressSync(page)],
    ['zstd', zstdCompressSync(page)],
    ['deflate, gzip', gzipSync(deflateSync(page))],
    ['identity', page],
  ])('in %s is read as it meant', async (encoding, body) => {
    await using server = await serveHttp((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(body)
    })
    const outcome = await client.request({ url: server.url })
    expect(outcome.type === 'response' && Buffer.from(outcome.response.body).equals(page)).toBe(true)
  })

  it('lets a reader break off in the middle of a compressed body', async () => {
    await using server = await serveHttp((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync(page))
    })
    const outcome = await client.open({ url: server.url })
    if (outcome.type === 'error') throw outcome.error
    for await (const _chunk of outcome.response.body) break
    expect(client.sockets.map((socket) => socket.destroyed)).toEqual([true])
  })
})
