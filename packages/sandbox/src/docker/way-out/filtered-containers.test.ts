import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@drawbridge/core/base'
import type { ProxyDecision } from '@drawbridge/net'
import { serveHttp } from '@drawbridge/net/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultOf } from '../../__fixtures__/fault-of.ts'
import { createFilteredNetwork } from '../../network/create-filtered-network.ts'
import { describeWithEngine } from '../__fixtures__/describe-with-engine.ts'
import { createDockerScene, type DockerScene } from '../__fixtures__/docker-scene.ts'
import type { DockerBackendOptions } from '../create-docker-backend.ts'

describeWithEngine('it runs the containers', (engine) => {
  const open = (options: Partial<DockerBackendOptions> = {}): DockerScene =>
    createDockerScene({ ...options, socket: engine().socket, image: engine().image })
  /** Hosts below `internal.test` are this machine. */
  const openNetwork = (allowHosts: readonly string[], decisions: ProxyDecision[] = []) =>
    createFilteredNetwork({
      hosts: { allowHosts, internalHosts: ['*.internal.test'] },
      clock: systemClock,
      resolver: { resolve: async () => ['127.0.0.1'] },
      onDecision: (decision) => decisions.push(decision),
    })
  const names = () => engine().run('ps', '--all', '--format', '{{.Names}}').split('\n').filter(Boolean)
  const fetching = (url: string) => `wget -q -O - ${url} 2>&1 || echo failed`

  const decisions: ProxyDecision[] = []
  let network: Awaited<ReturnType<typeof openNetwork>>
  let scene: DockerScene
  const filtered = () => ({ network: { kind: 'filtered', proxy: network } }) as const
  beforeAll(async () => {
    network = await openNetwork(['web.internal.test'], decisions)
    scene = open()
  })
  afterAll(async () => {
    await scene[Symbol.asyncDispose]()
    await network[Symbol.asyncDispose]()
  })

  test('a program reaches hosts on the list by name, no others, and by no other way', async () => {
    await using server = await serveHttp((request, response) => response.end(`seen ${request.headers.host}\n`))
    const { port } = server
    const profile = filtered()
    const allowed = await scene.shell(fetching(`http://web.internal.test:${port}/`), { profile })
    expect(allowed.text).toBe(`seen web.internal.test:${port}\n`)
    const refused = await scene.shell(fetching(`http://other.internal.test:${port}/`), { profile })
    expect(refused.text).toMatch(/403 Forbidden\n.*failed/)
    expect(decisions.map(({ host, verdict }) => [host, verdict])).toEqual([
      ['web.internal.test', 'allow'],
      ['other.internal.test', 'block'],
    ])
    const { connections } = server
    const direct = await scene.shell(
      [
        'unset http_proxy HTTP_PROXY all_proxy',
        fetching(`http://127.0.0.1:${port}/`),
        fetching('http://192.0.2.1/'),
        fetching(`http://web.internal.test:${port}/`),
        'nslookup web.internal.test 192.0.2.1 2>&1 || echo failed',
        'cat /proc/net/route; grep -v lo: /proc/net/dev',
      ].join('; '),
      { profile },
    )
    expect(direct.text.match(/^failed$/gm)).toHaveLength(4)
    expect(direct.text).toMatch(/can't connect to remote host[\s\S]*bad address/)
    expect(direct.text).not.toMatch(/seen|eth|tap/)
    expect(server.connections).toBe(connections)
  })

  test('nothing of the way is inside: no process, no descriptor, no socket', async () => {
    const looking = 'ps -o args; ls /proc/self/fd | wc -l; find / -xdev -type s'
    const closed = await scene.shell(looking)
    const { text } = await scene.shell(looking, { profile: filtered() })
    expect(text).toBe(closed.text)
  })

  test('a program serves itself on loopback without the proxy, and cannot take the place of the proxy', async () => {
    const line = `echo own > index.html; httpd -p 127.0.0.1:8080 -h . ; http_proxy= wget -q -O - http://127.0.0.1:8080/index.html; httpd -p 127.0.0.1:3128 -h . || echo taken`
    const { text } = await scene.shell(line, { profile: filtered() })
    expect(text).toBe('own\ntaken\n')
  })

  test('of one key, two lists are two containers, and two Drawbridges are two as well', async () => {
    await using server = await serveHttp((_request, response) => response.end('seen\n'))
    await scene.backend.end('session')
    await using one = await openNetwork(['one.internal.test'])
    await using two = await openNetwork(['two.internal.test'])
    await using first = open({ scope: 'shared' })
    await using second = open({
      scope: 'shared',
      home: join(first.root, 'home'),
      stateFolder: join(first.root, 'state'),
    })
    const fetched = async (asking: DockerScene, proxy: typeof one, host: string) => {
      const profile = { ...first.profile(), network: { kind: 'filtered', proxy } } as const
      const line = fetching(`http://${host}.internal.test:${server.port}/`)
      return (await asking.shell(line, { profile, cwd: first.workspace })).text.trim().split('\n').at(-1)
    }
    const seen = await Promise.all([
      fetched(first, one, 'one'),
      fetched(first, one, 'two'),
      fetched(first, two, 'one'),
      fetched(first, two, 'two'),
      fetched(second, one, 'one'),
      fetched(second, one, 'two'),
    ])
    expect(seen).toEqual(['seen', 'failed', 'failed', 'seen', 'seen', 'failed'])
    expect(names()).toHaveLength(3)
    await first.backend[Symbol.asyncDispose]()
    expect(names()).toHaveLength(1)
    expect(await fetched(second, one, 'one')).toBe('seen')
  })

  test('a container that was started anew or removed meanwhile has a way out again', async () => {
    await using server = await serveHttp((_request, response) => response.end('seen\n'))
    const fetch = async () =>
      (await scene.shell(fetching(`http://web.internal.test:${server.port}/`), { profile: filtered() })).text
    expect(await fetch()).toBe('seen\n')
    engine().run('restart', '--time', '0', ...names())
    expect(await fetch()).toBe('seen\n')
    engine().run('rm', '--force', '--time', '0', ...names())
    expect(await fetch()).toBe('seen\n')
  })

  describe('where the network of containers cannot be entered', () => {
    test('that is said before anything runs, and nothing runs', async () => {
      await scene.backend.end('session')
      const folder = mkdtempSync(join(tmpdir(), 'drawbridge-nothing-'))
      await using lost = open({ environment: { PATH: folder } })
      const report = await lost.backend.capabilities()
      expect(report.net).toMatchObject({ held: true })
      const reason = 'util-linux ("nsenter") is not on the search path. Install it.'
      expect(report['net-hosts']).toMatchObject({ held: false, reason: expect.stringContaining(reason) })
      const running = lost.shell('true', { profile: filtered() })
      expect(await faultOf(running)).toMatchObject({
        code: 'sandbox_unavailable',
        message: expect.stringContaining('Otherwise use the backend bubblewrap'),
      })
      expect(names()).toEqual([])
      rmSync(folder, { recursive: true })
    })
  })
})
