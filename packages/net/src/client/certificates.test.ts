import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'

describeWithProgram('openssl', 'the certificates that the servers show are made with it', (openssl) => {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-net-'))
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  const server = createServer((_request, response) => response.end('encrypted'))

  beforeAll(async () => {
    const subject = ['-subj', '/CN=test', '-addext', 'subjectAltName=DNS:right.internal.test']
    const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    execFileSync(openssl, ['req', '-x509', ...algorithm, '-keyout', key, '-out', certificate, ...subject], {
      stdio: 'ignore',
    })
    server.setSecureContext({ key: readFileSync(key), cert: readFileSync(certificate) })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })

  afterAll(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })

  async function visit(hostname: string, env: Readonly<Record<string, string>>): Promise<string> {
    const { port } = server.address() as AddressInfo
    const program = `
      const { createGuardedClient, createHostPolicy } = await import(${JSON.stringify(new URL('../index.ts', import.meta.url).href)})
      const client = createGuardedClient({
        policy: createHostPolicy({ internalHosts: ['*.internal.test'] }),
        resolver: { resolve: async () => ['127.0.0.1'] },
      })
      const outcome = await client.request({ url: 'https://${hostname}:${port}/' })
      console.log(outcome.type === 'error' ? outcome.error.reason : new TextDecoder().decode(outcome.response.body))`
    const options = { env: { ...process.env, ...env } }
    const run = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], options)
    return run.stdout.trim()
  }

  it('certificates that are trusted and name the host are accepted, although the address was dialled', async () => {
    expect(await visit('right.internal.test', { NODE_EXTRA_CA_CERTS: certificate })).toBe('encrypted')
  })

  it('certificates for another name are refused', async () => {
    expect(await visit('wrong.internal.test', { NODE_EXTRA_CA_CERTS: certificate })).toBe('tls_failed')
  })

  it('untrusted certificates are refused, even if the environment says not to check', async () => {
    expect(await visit('right.internal.test', { NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toBe('tls_failed')
  })
})
