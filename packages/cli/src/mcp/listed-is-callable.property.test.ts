import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveEverything, type Outcome } from '@drawbridge/core'
import { createMcpEndpoint } from '@drawbridge/mcp/http'
import { createDrawbridge } from '@drawbridge/sdk'
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { serveMcp } from '../../../mcp/src/server/serve-mcp.ts'
import { scripted } from '../../../mcp-client/src/__fixtures__/open-scene.ts'
import type { GrantSubject, ServerGrant } from '../../../mcp-client/src/grants/server-access.ts'
import type { AgentSettings } from '../../../mcp-client/src/section/server-schema.ts'

const words = { read: 'apricot', write: 'blueberry', 'a.b': 'cherry' } as const
const tools = Object.keys(words) as (keyof typeof words)[]
const servers = ['one', 'two', 'three'] as const
const names = servers.flatMap((server) => tools.map((tool) => `mcp.${server}.${tool}`))
const caller = { agent: 'writer', user: 'ada' }
/** The tools by which deferred ones are found and called. */
const ownTools = ['servers.search', 'servers.call']

/** A file system in memory, where a thousand sets of grants are written in a few seconds. */
const memory = '/dev/shm'

/** A Drawbridge behind which are three servers: one for all, one for agents with a grant, one for users with a grant. */
async function openHome() {
  const root = realpathSync(mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'drawbridge-listed-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')]
  for (const folder of [home, workspace]) mkdirSync(folder, { mode: 0o700 })
  const offered = tools.map((name) => ({ name, description: words[name], inputSchema: { type: 'object' } }))
  const server = scripted({ tools: offered }, { sharing: 'process', env: { KNOWN: 'configured' } })
  const mcp = {
    deferAbove: 5,
    servers: { one: server, two: { ...server, requireAgentGrant: true }, three: { ...server, requireUserGrant: true } },
  }
  writeFileSync(
    join(home, 'drawbridge.jsonc'),
    JSON.stringify({ mcp, permissions: { rules: [{ tools: ['mcp.*', 'servers.*'], then: 'allow' }] } }),
  )
  const drawbridge = await createDrawbridge({
    home,
    workspace,
    record: 'off',
    authority: { approvers: [approveEverything], limiting: 'off' },
    agents: { allowUnknown: true },
    settings: { loopEnds: 'call' },
  })
  onTestFinished(() => drawbridge[Symbol.asyncDispose]())
  const managed = await drawbridge.house.service('mcpServers')
  const grants = await drawbridge.house.service('mcpGrants')
  if (managed === undefined || grants === undefined) throw new Error('There are no servers.')
  for (const each of managed.servers) await each.agree(await each.inspect(AbortSignal.timeout(60_000)), 'op')
  const listed = () => drawbridge.registry.list().filter(({ name }) => name.startsWith('mcp.')).length
  await expect.poll(listed, { timeout: 20_000 }).toBe(names.length)
  return { drawbridge, grants, store: await grants.store() }
}

/** A client of a server of ours. Names are canonical. */
async function openRoad(client: Client) {
  onTestFinished(() => client.close())
  let shown = new Map<string, string>()
  return {
    list: async () => {
      const { tools: all } = await client.listTools()
      shown = new Map(all.map(({ name, _meta: meta }) => [String(meta?.['drawbridge/tool']), name]))
      return [...shown.keys()]
    },
    /** Calls by the shown name; a tool that is not shown by the name that it would have. */
    call: async (name: string) => {
      const result = await client
        .callTool({ name: shown.get(name) ?? name, arguments: {} })
        .catch(() => ({ isError: true }))
      return result.isError !== true
    },
  }
}

const subjects: readonly GrantSubject[] = [
  { kind: 'agent', id: 'writer' },
  { kind: 'user', id: 'ada' },
  { kind: 'agent', id: 'other' },
  { kind: 'user', id: 'writer' },
]
const grant: fc.Arbitrary<ServerGrant> = fc
  .record({
    server: fc.constantFrom(...servers),
    subject: fc.constantFrom(...subjects),
    enabled: fc.oneof({ arbitrary: fc.constant(true), weight: 4 }, { arbitrary: fc.constant(false), weight: 1 }),
    toolAllow: fc.option(fc.subarray([...tools]), { nil: undefined }),
    toolDeny: fc.subarray([...tools], { maxLength: 1 }),
    // Settings that need a process of their own start one, so they are rare.
    overrides: fc.oneof(
      { arbitrary: fc.constant(undefined), weight: 6 },
      { arbitrary: fc.constant((server: string): AgentSettings => ({ toolPrefix: `own_${server}` })), weight: 6 },
      {
        arbitrary: fc.constant(
          (server: string): AgentSettings => ({ toolPrefix: `own_${server}`, env: { KNOWN: 'granted' } }),
        ),
        weight: 1,
      },
    ),
  })
  .map(({ toolAllow, overrides, ...rest }) => ({
    ...rest,
    ...(toolAllow === undefined ? {} : { toolAllow }),
    ...(rest.subject.kind === 'agent' && overrides !== undefined ? { overrides: overrides(rest.server) } : {}),
  }))
const policy = fc.option(fc.subarray([...names, 'mcp.one.*', 'mcp.two.*', 'mcp.three.*']), { nil: undefined })

test('a tool of a server is listed exactly if it can be called, whatever is granted and denied, on every road', {
  timeout: 600_000,
}, async () => {
  const { drawbridge, grants, store } = await openHome()
  await using session = drawbridge.openSession({ principal: caller })
  let allowed: readonly string[] | undefined
  let version = 0
  const openRun = () =>
    session.openRun(allowed === undefined ? {} : { scope: { requestAllow: [...allowed, ...ownTools] } })
  const serving = { name: 'ours', version: '1' }
  const toolSession = { openRun, toolsVersion: () => version }
  const [near, far] = InMemoryTransport.createLinkedPair()
  await serveMcp({ ...serving, ...toolSession, transport: far })
  const endpoint = createMcpEndpoint({
    ...serving,
    source: { hosts: ['127.0.0.1:1'], origins: [] },
    authenticate: async () => ({ id: 'ada', client: 'desk', user: 'ada' }),
    openSession: () => toolSession,
  })
  onTestFinished(() => endpoint.close())
  const connect = async (mode: 'legacy' | { readonly pin: string }, way: InMemoryTransport | 'http') => {
    const client = new Client(serving, { versionNegotiation: { mode } })
    const http = () =>
      new StreamableHTTPClientTransport(new URL('http://127.0.0.1:1/mcp'), {
        requestInit: { headers: { authorization: 'Bearer x', host: '127.0.0.1:1' } },
        fetch: (url, init) => endpoint.fetch(new Request(url, init)),
      })
    await client.connect(way === 'http' ? http() : way)
    return openRoad(client)
  }
  const roads = [
    await connect('legacy', near),
    await connect('legacy', 'http'),
    await connect({ pin: '2026-07-28' }, 'http'),
  ]
  const keyOf = ({ server, subject }: ServerGrant) => JSON.stringify([server, subject])

  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(grant, { maxLength: 6, selector: keyOf }),
      policy,
      fc.constantFrom(...servers),
      fc.constantFrom(...tools),
      fc.nat({ max: roads.length + 1 }),
      async (set, rules, server, tool, road) => {
        const before = new Map((await store.list()).map((each) => [keyOf(each), each]))
        const wanted = new Set(set.map(keyOf))
        for (const [key, each] of before) if (!wanted.has(key)) await store.remove(each.server, each.subject)
        for (const each of set) await store.put(each, 'op')
        allowed = rules
        version += 1

        const probe = `mcp.${server}.${tool}`
        const access = await grants.accessOf(server, caller)
        const isGranted = access.status === 'open' && access.objectionTo(tool) === undefined
        const isInScope = rules === undefined || rules.includes(probe) || rules.includes(`mcp.${server}.*`)
        const run = openRun()
        const shown = run.snapshot.tools.map(({ name }) => name).filter((name) => name.startsWith('mcp.'))
        const deferred = run.snapshot.deferred.map(({ name }) => name)
        const isThere = shown.includes(probe) || deferred.includes(probe)
        expect(isThere).toBe(isGranted && isInScope)
        expect((await run.explain({ name: probe, arguments: {} })).available).toBe(isThere)

        const ownNames = run.snapshot.tools.map(({ name }) => run.snapshot.names.exposedName(name))
        const own = set.find(
          (each) => each.subject.kind === 'agent' && each.subject.id === 'writer' && each.server === server,
        )
        if (shown.includes(probe) && own?.overrides?.toolPrefix !== undefined && tool !== 'a.b')
          expect(ownNames).toContain(`own_${server}__${tool}`)
        const isOk = ({ status }: Outcome) => status === 'ok'
        const client = roads[road]
        if (client !== undefined) {
          expect((await client.list()).filter((name) => name.startsWith('mcp.')).toSorted()).toEqual(shown.toSorted())
          expect(await client.call(probe)).toBe(isThere)
        } else if (road === roads.length) {
          expect(isOk(await run.call({ name: probe, arguments: {} }))).toBe(isThere)
        } else {
          const found = await run.call({ name: 'servers.search', arguments: { query: words[tool], limit: 20 } })
          expect(JSON.stringify(found.result).includes(probe)).toBe(isThere)
          expect(isOk(await run.call({ name: 'servers.call', arguments: { name: probe } }))).toBe(isThere)
        }
      },
    ),
    { numRuns: propertyRuns(1_000) },
  )
})
