import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { serveHttp, serveTcp } from '../testing/loopback-server.ts'
import { createWatchedClient } from '../testing/watched-client.ts'

const publicAddress = '93.184.215.14'

describe('the address that is dialled', () => {
  it.each([['127.0.0.1'], ['0.0.0.0'], ['169.254.169.254'], ['::1']])(
    'stays the vetted one when the name answers %s the second time',
    async (second) => {
      await using server = await serveHttp((_request, response) => response.end('public page'))
      const client = createWatchedClient({
        answers: { 'rebind.example': [[publicAddress], [second]] },
        reroute: (target) => ({ ...target, address: '127.0.0.1', port: server.port }),
      })
      const outcome = await client.request({ url: 'http://rebind.example/' })
      expect(outcome).toMatchObject({ type: 'response', response: { address: publicAddress } })
      expect(client.dialled).toEqual([{ address: publicAddress, port: 80 }])
      expect(client.resolved).toEqual(['rebind.example'])
    },
  )

  it('is judged again on every hop, so that a name that turns private in between is refused', async () => {
    await using server = await serveHttp((_request, response) => response.writeHead(302, { location: '/two' }).end())
    const client = createWatchedClient({
      answers: { 'rebind.example': [[publicAddress], ['127.0.0.1']] },
      reroute: (target) => ({ ...target, address: '127.0.0.1', port: server.port }),
    })
    const outcome = await client.request({ url: 'http://rebind.example/' })
    expect(outcome).toMatchObject({ type: 'error', error: { code: 'blocked_address', reason: 'special_address' } })
    expect(client.dialled).toHaveLength(1)
  })

  it('is a real loopback server only when an operator named the host, and then the vetted one of two', async () => {
    await using vetted = await serveHttp((request, response) => response.end(request.headers.host))
    await using other = await serveHttp((_request, response) => response.end('wrong'), '127.0.0.2')
    const client = createWatchedClient({ answers: { 'a.internal.test': [['127.0.0.1'], ['127.0.0.2']] } })
    const outcome = await client.request({ url: `http://a.internal.test:${vetted.port}/` })
    if (outcome.type === 'error') throw outcome.error
    expect(new TextDecoder().decode(outcome.response.body)).toBe(`a.internal.test:${vetted.port}`)
    expect(other.connections).toBe(0)
  })

  it('is none at all when one answer of several is private', async () => {
    const client = createWatchedClient({ answers: { 'mixed.example': [[publicAddress, '10.0.0.5']] } })
    const outcome = await client.request({ url: 'http://mixed.example/' })
    expect(outcome).toMatchObject({ type: 'error', error: { reason: 'special_address' } })
    expect(client.dialled).toEqual([])
  })

  it('may be the next vetted one if the first refuses the connection', async () => {
    await using server = await serveHttp((_request, response) => response.end('second'))
    const client = createWatchedClient({ answers: { 'a.internal.test': [['127.0.0.3', '127.0.0.1']] } })
    const outcome = await client.request({ url: `http://a.internal.test:${server.port}/` })
    expect(outcome).toMatchObject({ type: 'response', response: { address: '127.0.0.1' } })
    expect(client.dialled.map(({ address }) => address)).toEqual(['127.0.0.3', '127.0.0.1'])
  })
})

describe('https', () => {
  it('dials the vetted address but asks for the certificate of the name', async () => {
    const hellos: Buffer[] = []
    await using server = await serveTcp((socket) =>
      socket.once('data', (data) => {
        hellos.push(data)
        socket.end()
      }),
    )
    const client = createWatchedClient({ answers: { 'tls.internal.test': [['127.0.0.1']] } })
    const outcome = await client.request({ url: `https://tls.internal.test.:${server.port}/` })
    expect(outcome).toMatchObject({ type: 'error', error: { code: 'network_error', reason: 'tls_failed' } })
    expect(client.dialled).toEqual([
      { address: '127.0.0.1', port: server.port, tls: { servername: 'tls.internal.test' } },
    ])
    expect(Buffer.concat(hellos).includes('tls.internal.test')).toBe(true)
  })

  it('names no server when the URL holds an address', async () => {
    await using server = await serveTcp((socket) => socket.end())
    const client = createWatchedClient()
    await client.request({ url: `https://127.0.0.1:${server.port}/` })
    expect(client.dialled).toEqual([{ address: '127.0.0.1', port: server.port, tls: {} }])
  })
})

describe('a proxy named by the environment', () => {
  it('is not used, even when Node itself is told to', async () => {
    await using proxy = await serveHttp((_request, response) => response.end('through the proxy'))
    await using server = await serveHttp((_request, response) => response.end('direct'))
    const index = new URL('../index.ts', import.meta.url).href
    const program = `
      const { createGuardedClient, createHostPolicy } = await import(${JSON.stringify(index)})
      const client = createGuardedClient({ policy: createHostPolicy({ internalHosts: ['127.0.0.1'] }) })
      const outcome = await client.request({ url: ${JSON.stringify(server.url)} })
      process.stdout.write(new TextDecoder().decode(outcome.response.body))`
    const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy.url, http_proxy: proxy.url, NO_PROXY: '' }
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env })
    expect(stdout).toBe('direct')
    expect(proxy.connections).toBe(0)
  })
})
