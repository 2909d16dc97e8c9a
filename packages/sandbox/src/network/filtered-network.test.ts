import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { type AddressInfo, connect, createServer as createLocalServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemClock } from '@drawbridge/core/base'
import type { ProxyDecision } from '@drawbridge/net'
import { serveHttp } from '@drawbridge/net/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { type BoxedOptions, type BoxedScene, createBoxedScene } from '../bubblewrap/__fixtures__/boxed-scene.ts'
import { createFilteredNetwork } from './create-filtered-network.ts'

interface OnlineScene extends AsyncDisposable {
  readonly boxed: BoxedScene
  readonly shell: BoxedScene['shell']
  readonly decisions: readonly ProxyDecision[]
  readonly socket: string
  /** Writes a file of the workspace. */
  write(name: string, content: string | Uint8Array): void
}

/** A sandbox that reaches hosts below `internal.test`, which are this machine, and nothing else. */
async function createOnlineScene(options: BoxedOptions = {}): Promise<OnlineScene> {
  const decisions: ProxyDecision[] = []
  const network = await createFilteredNetwork({
    hosts: { allowHosts: ['*.internal.test'], internalHosts: ['*.internal.test'] },
    clock: systemClock,
    resolver: { resolve: async () => ['127.0.0.1'] },
    onDecision: (decision) => decisions.push(decision),
  })
  const boxed = createBoxedScene({
    ...options,
    profile: (scene) => ({ ...options.profile?.(scene), network: { kind: 'filtered', proxy: network } }),
  })
  return {
    boxed,
    shell: boxed.shell,
    decisions,
    socket: network.socket,
    write: (name, content) => writeFileSync(join(boxed.workspace, name), content),
    [Symbol.asyncDispose]: async () => {
      await boxed[Symbol.asyncDispose]()
      await network[Symbol.asyncDispose]()
    },
  }
}

const fetching = (url: string) =>
  `node -e 'fetch("${url}").then(async (r) => console.log(r.status, await r.text()), (e) => console.log(String(e.cause)))'`

describeWithProgram('bwrap', 'the network is closed by its namespaces', () => {
  describeWithProgram('curl', 'it is the program that finds the proxy by its environment', () => {
    it('a program reaches a host on the list by name, with curl and with fetch of Node', async () => {
      await using server = await serveHttp((request, response) => response.end(`seen ${request.headers.host}`))
      await using online = await createOnlineScene()
      const url = `http://web.internal.test:${server.port}/`
      expect(await online.shell(`curl -sS ${url}`)).toBe(`seen web.internal.test:${server.port}`)
      expect(await online.shell(fetching(url))).toBe(`200 seen web.internal.test:${server.port}\n`)
      expect(online.decisions.map(({ host, verdict }) => [host, verdict])).toEqual([
        ['web.internal.test', 'allow'],
        ['web.internal.test', 'allow'],
      ])
    })

    it('a program is refused any other host, and told which and what to do', async () => {
      await using online = await createOnlineScene()
      const said = await online.shell('curl -sS http://elsewhere.test/; curl -sS https://elsewhere.test/')
      expect(said).toContain(
        'Refused by Drawbridge: "elsewhere.test" is not on the list of allowed hosts. An operator can add it',
      )
      expect(said).toContain('CONNECT tunnel failed, response 403')
      expect(online.decisions.map(({ host, port, verdict }) => [host, port, verdict])).toEqual([
        ['elsewhere.test', 80, 'block'],
        ['elsewhere.test', 443, 'block'],
      ])
    })

    it('a program that bypasses the proxy reaches nothing: no route, no name, no server of this machine', async () => {
      await using server = await serveHttp((_request, response) => response.end('reached'))
      await using online = await createOnlineScene()
      const said = await online.shell(
        [
          `curl -sS --noproxy '*' http://127.0.0.1:${server.port}/`,
          `curl -sS --noproxy '*' http://192.0.2.1/`,
          `curl -sS --noproxy '*' http://web.internal.test:${server.port}/`,
          'cat /proc/net/route; ls /sys/class/net',
        ].join('; '),
      )
      expect(said).not.toContain('reached')
      expect(said.match(/curl: \(7\)/g)).toHaveLength(2)
      expect(said.match(/curl: \(6\) Could not resolve/g)).toHaveLength(1)
      expect(server.connections).toBe(0)
      expect(online.decisions).toEqual([])
    })

    it('a program reaches its own servers on loopback without the proxy', async () => {
      await using online = await createOnlineScene()
      const own = `require("http").createServer((q, s) => s.end("own ")).listen(8080, async () => {
        const seen = ["localhost", "127.0.0.1"].map(async (host) => (await fetch("http://" + host + ":8080/")).text())
        const { spawn } = require("child_process")
        const curl = spawn("curl", ["-sS", "http://127.0.0.1:8080/", "http://localhost:8080/"], { stdio: "inherit" })
        curl.on("exit", async () => { console.log((await Promise.all(seen)).join("")); process.exit() })
      })`
      expect(await online.shell(`node -e '${own}'`)).toBe('own own own own \n')
      expect(online.decisions).toEqual([])
    })

    describeWithProgram('openssl', 'the certificate of the server is made with it', (openssl) => {
      const folder = mkdtempSync(join(tmpdir(), 'drawbridge-filtered-'))
      const key = join(folder, 'key.pem')
      const certificate = join(folder, 'certificate.pem')
      const server = createServer((_request, response) => response.end('encrypted'))

      beforeAll(async () => {
        const subject = ['-subj', '/CN=test', '-addext', 'subjectAltName=DNS:web.internal.test,DNS:other.test']
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

      it('TLS is between the program and the server, whose certificate the program checks', async () => {
        await using online = await createOnlineScene()
        const { port } = server.address() as AddressInfo
        online.write('certificate.pem', readFileSync(certificate))
        const url = `https://web.internal.test:${port}/`
        expect(await online.shell(`curl -sS --cacert certificate.pem ${url}`)).toBe('encrypted')
        expect(await online.shell(`NODE_EXTRA_CA_CERTS=certificate.pem ${fetching(url)}`)).toBe('200 encrypted\n')
        expect(await online.shell(`curl -sS ${url}`)).toContain('certificate')
      })

      it('a tunnel to a host on the list cannot be used to ask its server for another host', async () => {
        await using online = await createOnlineScene()
        const { port } = server.address() as AddressInfo
        const fronted = `curl -sS -k --connect-to other.test:443:web.internal.test:${port} https://other.test/`
        expect(await online.shell(fronted)).not.toContain('encrypted')
        expect(online.decisions.at(-1)).toMatchObject({ verdict: 'block', rule: 'server_name' })
      })
    })
  })

  it('nothing of the way stays inside: no process, descriptor, variable, socket or ignored signal', async () => {
    await using online = await createOnlineScene()
    await using offline = createBoxedScene()
    const looking = 'ls /proc/self/fd; set -- /proc/[0-9]*; echo $#; grep Sig /proc/self/status'
    expect(await online.shell(looking)).toBe(await offline.shell(looking))
    const variables = await online.shell('env')
    expect(variables).toContain('HTTPS_PROXY=http://127.0.0.1:3128\n')
    expect(variables).not.toMatch(/DRAWBRIDGE_PASS|NODE_CHANNEL|drawbridge-network/)
    expect(await online.shell(`ls ${dirname(online.socket)} 2>&1 || true`)).toContain('No such file')
  })

  it('a program is the process that was started: words, exit code, signal, input and a missing interpreter as ever', async () => {
    await using online = await createOnlineScene()
    online.write('plain', 'echo "plain $1 $0"\n')
    const { workspace } = online.boxed
    const run = (argv: readonly string[], settings = {}) => online.boxed.run(argv, settings)
    expect((await run(['sh', '-c', 'exit 7'])).end).toEqual({ kind: 'exited', exitCode: 7 })
    expect(await online.shell(`chmod +x plain; ./plain one`)).toBe(`plain one ./plain\n`)
    const echoed = await run(['cat'], { stdin: Buffer.from('given') })
    expect(Buffer.from(echoed.stdout.head).toString()).toBe('given')
    const words = await run(['printf', '%s|', '-e', '--', 'a b', ''])
    expect(Buffer.from(words.stdout.head).toString()).toBe('-e|--|a b||')
    const direct = await run([join(workspace, 'plain'), 'two'])
    expect(Buffer.from(direct.stdout.head).toString()).toBe(`plain two ${join(workspace, 'plain')}\n`)
  })

  it('variables of a program act on the program alone, not on what opens its way', async () => {
    await using online = await createOnlineScene()
    online.write('first.js', 'console.log("loaded", typeof process.send, process.argv.length)')
    const environment = {
      NODE_OPTIONS: `--require ${join(online.boxed.workspace, 'first.js')}`,
      LD_PRELOAD: '/none.so',
    }
    const { stdout } = await online.boxed.run(['node', '-e', '0'], { environment })
    expect(Buffer.from(stdout.head).toString()).toBe('loaded undefined 1\n')
  })

  it('a Unix socket in the workspace is not a way out either', async () => {
    await using online = await createOnlineScene()
    const connections: unknown[] = []
    const server = createLocalServer((socket) => void connections.push(socket.destroy()))
    await new Promise<void>((resolve) => server.listen(join(online.boxed.workspace, 'service.sock'), resolve))
    const said = await online.shell(
      `node -e 'require("net").connect("service.sock").on("error", (e) => console.log(e.code))'`,
    )
    await new Promise((resolve) => server.close(resolve))
    expect(said).toBe('EPERM\n')
    expect(connections).toEqual([])
  })

  it('limits that leave room for a program leave room for opening its way', async () => {
    await using online = await createOnlineScene({ profile: () => ({ limits: { openFiles: 24 } }) })
    expect(await online.shell('ulimit -n; echo done')).toBe('24\ndone\n')
  })

  it('every program has a way of its own, also at the same time', async () => {
    await using server = await serveHttp((_request, response) => response.end('again'))
    await using online = await createOnlineScene()
    const fetched = fetching(`http://web.internal.test:${server.port}/`)
    const answers = await Promise.all([1, 2, 3].map(() => online.shell(fetched)))
    expect(answers).toEqual(['200 again\n', '200 again\n', '200 again\n'])
  })
})

it('the socket of a network lies in a folder of its user alone, and both are gone once it is disposed of', async () => {
  const network = await createFilteredNetwork({ hosts: { allowHosts: [] }, clock: systemClock })
  const folder = dirname(network.socket)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(network.socket)
    socket.on('data', (data) => resolve(String(data)))
    socket.write('CONNECT elsewhere.test:443 HTTP/1.1\r\n\r\n')
  })
  expect(answer).toMatch(/^HTTP\/1\.1 403 /)
  await network[Symbol.asyncDispose]()
  expect(() => statSync(folder)).toThrow('ENOENT')
})

it('the rest of the package does not load what opens connections', () => {
  const program = `
    const { registerHooks } = await import('node:module')
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    await import(process.argv[1])
    console.log(loaded.filter((url) => url.includes('packages/net/')).length, loaded.length > 5)`
  const load = (file: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', program, new URL(file, import.meta.url).href])
  expect(String(load('../index.ts'))).toBe('0 true\n')
  expect(String(load('../machine/index.ts'))).toBe('0 true\n')
  expect(String(load('./index.ts'))).toMatch(/^[1-9]\d* true\n$/)
})
