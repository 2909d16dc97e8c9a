import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, connect, createServer, type Server, type TLSSocket, type TlsOptions } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { openTunnel, type StartedProxy, startProxy } from './__fixtures__/start-proxy.ts'

describeWithProgram('openssl', 'the certificate that the server shows is made with it', (openssl) => {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-tunnel-'))
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const servername = 'a.internal.test'
  let credentials: { readonly key: Buffer; readonly cert: Buffer }

  beforeAll(() => {
    const subject = ['-subj', '/CN=test', '-addext', `subjectAltName=DNS:${servername},DNS:b.internal.test`]
    const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    const files = ['-keyout', keyFile, '-out', certificateFile]
    execFileSync(openssl, ['req', '-x509', ...algorithm, ...files, ...subject], { stdio: 'ignore' })
    credentials = { key: readFileSync(keyFile), cert: readFileSync(certificateFile) }
  })

  afterAll(() => rmSync(folder, { recursive: true }))

  /** A server that sends back what it gets. */
  async function serveEcho(options: TlsOptions): Promise<AsyncDisposable & { readonly port: number }> {
    const server: Server = createServer({ ...credentials, ...options }, (socket) => {
      socket.on('error', () => {})
      socket.pipe(socket)
    })
    server.on('tlsClientError', () => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const end = () => new Promise<void>((resolve) => server.close(() => resolve()))
    return { port: (server.address() as AddressInfo).port, [Symbol.asyncDispose]: end }
  }

  async function secure(proxy: StartedProxy, port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
    const tunnel = await openTunnel(proxy.port, `${servername}:${port}`)
    const socket = connect({ socket: tunnel, ca: credentials.cert, servername, ...options })
    return new Promise((resolve, reject) => {
      socket.once('secureConnect', () => resolve(socket))
      socket.once('error', reject)
    })
  }

  async function echo(socket: TLSSocket, content: Buffer): Promise<Buffer> {
    const received: Buffer[] = []
    let bytes = 0
    const all = new Promise<void>((resolve) => {
      socket.on('data', (chunk: Buffer) => {
        received.push(chunk)
        bytes += chunk.length
        if (bytes >= content.length) resolve()
      })
    })
    socket.write(content)
    await all
    socket.destroy()
    return Buffer.concat(received)
  }

  it.each<[string, TlsOptions, ConnectionOptions, string]>([
    ['TLS 1.3', {}, {}, 'TLSv1.3'],
    ['TLS 1.2', { maxVersion: 'TLSv1.2' }, {}, 'TLSv1.2'],
    ['a server that asks for a second hello', { ecdhCurve: 'secp521r1' }, { ecdhCurve: 'X25519:secp521r1' }, 'TLSv1.3'],
  ])('a tunnel carries %s, megabytes of it both ways', async (_what, serverOptions, clientOptions, protocol) => {
    await using server = await serveEcho(serverOptions)
    await using proxy = await startProxy()
    const socket = await secure(proxy, server.port, clientOptions)
    expect([socket.authorized, socket.getProtocol()]).toEqual([true, protocol])
    const content = Buffer.alloc(3_000_000, 'drawbridge')
    expect((await echo(socket, content)).equals(content)).toBe(true)
  })

  it('a tunnel carries a session that is taken up again', async () => {
    await using server = await serveEcho({})
    await using proxy = await startProxy()
    const first = await secure(proxy, server.port)
    const session = new Promise<Buffer>((resolve) => first.once('session', resolve))
    await echo(first, Buffer.from('first'))
    const second = await secure(proxy, server.port, { session: await session })
    expect(second.isSessionReused()).toBe(true)
    expect(String(await echo(second, Buffer.from('second')))).toBe('second')
  })

  it('a client that asks for another name of the very same certificate is told that it is not known', async () => {
    await using server = await serveEcho({})
    await using proxy = await startProxy()
    await expect(secure(proxy, server.port, { servername: 'b.internal.test' })).rejects.toThrow(/unrecognized name/)
    expect(proxy.decisions.at(-1)).toMatchObject({ verdict: 'block', rule: 'server_name' })
  })
})
