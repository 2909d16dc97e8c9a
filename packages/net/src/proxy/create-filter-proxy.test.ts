import { once } from 'node:events'
import { request as startRequest } from 'node:http'
import { describe, expect, it } from 'vitest'
import { serveHttp, serveTcp } from '../testing/loopback-server.ts'
import { helloBytes, record } from './__fixtures__/hello-bytes.ts'
import { openTunnel, speak, startProxy } from './__fixtures__/start-proxy.ts'

const publicAddress = '93.184.215.14'

function get(url: string, host = new URL(url).host, more = ''): string {
  return `GET ${url} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`
}

describe('a plain request', () => {
  it('to an allowed host is sent on, and its answer handed back', async () => {
    await using server = await serveHttp((request, response) => {
      response.writeHead(201, { 'x-seen': `${request.method} ${request.url} ${request.headers.host}` }).end('made')
    })
    await using proxy = await startProxy()
    const answer = await speak(proxy.port, get(`http://a.internal.test:${server.port}/one?two=%20`))
    expect(answer).toMatch(/^HTTP\/1\.1 201 Created\r\n/)
    expect(answer).toContain(`x-seen: GET /one?two=%20 a.internal.test:${server.port}`)
    expect(answer).toContain('made')
    expect(proxy.decisions).toEqual([
      {
        host: 'a.internal.test',
        port: server.port,
        verdict: 'allow',
        reason: 'The operator allows this internal host.',
      },
    ])
  })

  it('to any other host is refused with its name and the way out, without being resolved', async () => {
    await using proxy = await startProxy({ advice: 'Ask for it.' })
    const answer = await speak(proxy.port, get('http://elsewhere.test/secret?token=abc'))
    const reason = '"elsewhere.test" is not on the list of allowed hosts.'
    expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/)
    expect(answer).toContain(`Refused by Drawbridge: ${reason} Ask for it.\n`)
    expect(answer).toContain(
      'Proxy-Status: drawbridge; error=http_request_denied; details="Refused by Drawbridge: \\"elsewhere',
    )
    expect(proxy.decisions).toEqual([
      { host: 'elsewhere.test', port: 80, verdict: 'block', rule: 'host_not_allowed', reason },
    ])
    expect([proxy.resolved, proxy.dialled]).toEqual([[], []])
  })

  it('loses what was meant for the proxy alone, both ways, and keeps the rest', async () => {
    const seen: string[][] = []
    await using server = await serveHttp((request, response) => {
      seen.push(request.rawHeaders)
      response.writeHead(200, { connection: 'x-hop', 'x-hop': '1', 'x-kept': '2', 'keep-alive': 'timeout=9' }).end()
    })
    await using proxy = await startProxy()
    const headers = [
      'Proxy-Authorization: Basic c2VjcmV0',
      'Proxy-Connection: keep-alive',
      'Connection: keep-alive, X-Mine, Host, Content-Length',
      'X-Mine: 1',
      'X-Yours: 2',
      'Upgrade: websocket',
      'TE: trailers',
      'Expect: 100-continue',
    ]
    const url = `http://a.internal.test:${server.port}/`
    const answer = await speak(proxy.port, get(url, undefined, headers.map((line) => `${line}\r\n`).join('')))
    const host = ['Host', `a.internal.test:${server.port}`]
    expect(seen).toEqual([[...host, 'X-Yours', '2', 'Content-Length', '0', 'Connection', 'close']])
    expect(answer).toContain('x-kept: 2')
    expect(answer).not.toMatch(/x-hop|keep-alive/i)
  })

  it.each(['POST', 'GET', 'DELETE'])('may carry a body in chunks with %s, which stays one request', async (method) => {
    const seen: string[] = []
    await using server = await serveHttp(async (request, response) => {
      const body = await Array.fromAsync(request as AsyncIterable<Buffer>)
      seen.push(`${request.method} ${Buffer.concat(body)}`)
      response.end('taken')
    })
    await using proxy = await startProxy()
    const head = `${method} http://a.internal.test:${server.port}/ HTTP/1.1\r\nHost: a.internal.test:${server.port}\r\n`
    const inner = 'GET /other HTTP/1.1\r\nHost: other.test\r\n\r\n'
    const size = inner.length.toString(16)
    await speak(proxy.port, `${head}Transfer-Encoding: chunked\r\n\r\n${size}\r\n${inner}\r\n0\r\n\r\n`)
    await speak(proxy.port, `${head}Content-Length: 3\r\n\r\nabc`)
    expect(seen).toEqual([`${method} ${inner}`, `${method} abc`])
  })

  it('is one alone: another behind it on the same connection goes nowhere', async () => {
    await using server = await serveHttp((request, response) => response.end(`seen ${request.url}`))
    await using proxy = await startProxy()
    const url = `http://a.internal.test:${server.port}`
    const answer = await speak(proxy.port, get(`${url}/first`) + get(`${url}/second`))
    expect(answer).toContain('seen /first')
    expect(answer).not.toContain('seen /second')
    expect(proxy.dialled).toHaveLength(1)
  })

  it('is not sent after a redirect: the client has to ask, and is judged again', async () => {
    await using server = await serveHttp((_request, response) =>
      response.writeHead(302, { location: 'http://elsewhere.test/' }).end(),
    )
    await using proxy = await startProxy()
    const answer = await speak(proxy.port, get(`http://a.internal.test:${server.port}/`))
    expect(answer).toMatch(/^HTTP\/1\.1 302 Found\r\n/)
    expect(await speak(proxy.port, get('http://elsewhere.test/'))).toMatch(/^HTTP\/1\.1 403 /)
    expect(proxy.dialled).toHaveLength(1)
  })

  it.each([
    ['another host', 'other.internal.test'],
    ['another port', 'a.internal.test:81'],
    ['no host at all', ''],
    ['a host and more', 'a.internal.test/x'],
  ])('whose Host header names %s is refused before anything is resolved', async (_what, host) => {
    await using proxy = await startProxy()
    expect(await speak(proxy.port, get('http://a.internal.test/', host))).toMatch(/^HTTP\/1\.1 403 /)
    expect(proxy.decisions).toMatchObject([{ host: 'a.internal.test', rule: 'host_header' }])
    expect(proxy.resolved).toEqual([])
  })

  it('to a server that speaks something else is answered so', async () => {
    await using server = await serveTcp((socket) => socket.end('SSH-2.0-x\r\n'))
    await using proxy = await startProxy()
    const answer = await speak(proxy.port, get(`http://a.internal.test:${server.port}/`))
    expect(answer).toMatch(/^HTTP\/1\.1 502 .*The server did not answer with HTTP\./s)
  })
})

describe('a tunnel', () => {
  it('to an allowed host carries TLS for that host, both ways', async () => {
    await using server = await serveTcp((socket) => socket.once('data', (data) => socket.end(`${data.length} bytes`)))
    await using proxy = await startProxy()
    const hello = helloBytes({ serverName: 'a.internal.test' })
    const socket = await openTunnel(proxy.port, `a.internal.test:${server.port}`)
    socket.write(hello)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(String(answer)).toBe(`${hello.length} bytes`)
    socket.destroy()
  })

  it('that asks for another host in TLS is closed before the server has heard anything', async () => {
    const heard: Buffer[] = []
    await using server = await serveTcp((socket) => socket.on('data', (data) => heard.push(data)))
    await using proxy = await startProxy()
    const socket = await openTunnel(proxy.port, `a.internal.test:${server.port}`)
    socket.write(helloBytes({ serverName: 'b.internal.test' }))
    const [alert] = (await once(socket, 'data')) as [Buffer]
    expect([...alert]).toEqual([21, 3, 1, 0, 2, 2, 112])
    if (!socket.closed) await once(socket, 'close')
    expect(heard).toEqual([])
    expect(proxy.decisions.at(-1)).toEqual({
      host: 'a.internal.test',
      port: server.port,
      verdict: 'block',
      rule: 'server_name',
      reason: 'The tunnel was opened to "a.internal.test", but its TLS hello asks for "b.internal.test".',
    })
  })

  it('that carries neither TLS nor HTTP is closed', async () => {
    await using server = await serveTcp(() => {})
    await using proxy = await startProxy()
    const authority = `a.internal.test:${server.port}`
    const answer = await speak(proxy.port, `CONNECT ${authority} HTTP/1.1\r\n\r\n`, record(23, Buffer.alloc(9)))
    expect(answer).toContain('200 Connection established')
    expect(proxy.decisions.map((decision) => ('rule' in decision ? decision.rule : 'allow'))).toEqual([
      'allow',
      'unknown_protocol',
    ])
  })

  it('may carry plain HTTP for that host, one request of it, over the connection that was vetted', async () => {
    await using server = await serveHttp((request, response) => response.end(`seen ${request.url}`))
    await using proxy = await startProxy()
    const authority = `a.internal.test:${server.port}`
    const open = `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`
    const inner = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`
    expect(await speak(proxy.port, open, inner('/one') + inner('/two'))).toMatch(/ 200 OK\r\n.*seen \/one/s)
    expect(proxy.dialled).toEqual([{ address: '127.0.0.1', port: server.port }])
  })

  it.each([
    ['another host', 'GET / HTTP/1.1\r\nHost: b.internal.test\r\n\r\n', 403],
    ['a whole URL', 'GET http://b.internal.test/ HTTP/1.1\r\nHost: b.internal.test\r\n\r\n', 400],
    ['another tunnel', 'CONNECT b.internal.test:443 HTTP/1.1\r\n\r\n', undefined],
  ])('does not carry plain HTTP for %s', async (_what, inner, status) => {
    const heard: Buffer[] = []
    await using server = await serveTcp((socket) => socket.on('data', (data) => heard.push(data)))
    await using proxy = await startProxy()
    const answer = await speak(proxy.port, `CONNECT a.internal.test:${server.port} HTTP/1.1\r\n\r\n`, inner)
    expect(answer.split('\r\n\r\n')[1]?.startsWith(`HTTP/1.1 ${status} `)).toBe(status !== undefined)
    expect(heard).toEqual([])
    expect(proxy.dialled).toHaveLength(1)
  })
})

describe('a host', () => {
  it.each([
    ['not on the list', 'elsewhere.test:443', 'host_not_allowed'],
    ['of a local name', 'localhost:443', 'host_not_allowed'],
    ['as an address of this machine', '127.0.0.2:443', 'host_not_allowed'],
    ['as an address in another spelling', '0x7f.1:443', undefined],
    ['as a mapped address', '[::ffff:127.0.0.2]:443', 'host_not_allowed'],
    ['with a port that is not for HTTP', 'a.internal.test:22', 'port'],
    ['with a port that is none', 'a.internal.test:99999', 'invalid_url'],
    ['without a port', 'a.internal.test', 'malformed_request'],
    ['as a URL', 'http://a.internal.test/', 'malformed_request'],
    ['behind a user', 'a.internal.test:80@elsewhere.test:443', 'user_info'],
    ['in front of a path', 'a.internal.test:443/x', 'malformed_request'],
  ] as const)('%s is judged as net check judges it', async (_what, authority, rule) => {
    await using proxy = await startProxy({ reroute: (target) => ({ ...target, address: '127.0.0.1', port: 1 }) })
    const answer = await speak(proxy.port, `CONNECT ${authority} HTTP/1.1\r\n\r\n`)
    const [decision] = proxy.decisions
    expect(decision !== undefined && 'rule' in decision ? decision.rule : undefined).toBe(rule)
    expect(answer.slice(9, 12)).toBe(rule === undefined ? '502' : rule === 'malformed_request' ? '400' : '403')
    expect(proxy.dialled).toHaveLength(rule === undefined ? 1 : 0)
  })

  it('that resolves to metadata is refused even where it may be internal', async () => {
    await using proxy = await startProxy({ answers: { 'a.internal.test': [['169.254.169.254']] } })
    expect(await speak(proxy.port, 'CONNECT a.internal.test:80 HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /)
    expect(proxy.decisions).toMatchObject([{ rule: 'metadata_host' }])
    expect(proxy.dialled).toEqual([])
  })

  it('with one private address among its answers is refused', async () => {
    await using proxy = await startProxy({ answers: { 'mixed.example': [[publicAddress, '10.0.0.5']] } })
    expect(await speak(proxy.port, 'CONNECT mixed.example:443 HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /)
    expect(proxy.decisions).toMatchObject([{ rule: 'special_address' }])
  })

  it('is dialled at the address that was vetted, whatever its name resolves to afterwards', async () => {
    await using server = await serveHttp((_request, response) => response.end('public page'))
    await using proxy = await startProxy({
      answers: { 'rebind.example': [[publicAddress], ['127.0.0.1']] },
      reroute: (target) => ({ ...target, address: '127.0.0.1', port: server.port }),
    })
    expect(await speak(proxy.port, get('http://rebind.example/'))).toContain('public page')
    expect(proxy.dialled).toEqual([{ address: publicAddress, port: 80 }])
    expect(await speak(proxy.port, get('http://rebind.example/'))).toMatch(/^HTTP\/1\.1 403 /)
    expect(proxy.dialled).toHaveLength(1)
  })

  it('that refuses connections is reported as such', async () => {
    await using proxy = await startProxy({ reroute: (target) => ({ ...target, port: 1 }) })
    expect(await speak(proxy.port, 'CONNECT a.internal.test:443 HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 502 /)
  })
})

describe('a proxy on a Unix socket', () => {
  it('serves as on any other', async () => {
    await using server = await serveHttp((_request, response) => response.end('through the socket'))
    const { createFilterProxy } = await import('./create-filter-proxy.ts')
    const { createHostPolicy } = await import('../host/host-policy.ts')
    const { mkdtemp, rm } = await import('node:fs/promises')
    const { systemClock } = await import('@drawbridge/core/base')
    const folder = await mkdtemp('/tmp/drawbridge-proxy-')
    try {
      const policy = createHostPolicy({ allowHosts: ['127.0.0.1'], internalHosts: ['127.0.0.1'] })
      await using proxy = createFilterProxy({ policy, clock: systemClock })
      const listener = await proxy.listen({ path: `${folder}/proxy.sock` })
      expect(listener.port).toBeUndefined()
      const outgoing = startRequest({
        socketPath: `${folder}/proxy.sock`,
        path: `${server.url}/`,
        headers: { host: `127.0.0.1:${server.port}` },
      })
      outgoing.end()
      const [response] = await once(outgoing, 'response')
      expect(Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>)).toString()).toBe(
        'through the socket',
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
