import { join } from 'node:path'
import { execPath } from 'node:process'
import { createMcpEndpoint, loopbackRules, type McpEndpoint } from '@drawbridge/mcp/http'
import { openHttpServer } from '@drawbridge/net/server'
import { Client, InMemoryTransport, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { serveMcp } from '../../../mcp/src/server/serve-mcp.ts'
import { openScene, type Scene } from '../../../mcp-client/src/__fixtures__/open-scene.ts'
import { createEraTools } from '../../../mcp-client/src/testing/era-tools.ts'
import { openPeer } from '../../../mcp-client/src/testing/http-peer.ts'

const eras = ['legacy', 'modern'] as const
const ways = ['pipes', 'http'] as const
type Era = (typeof eras)[number]
type Way = (typeof ways)[number]

/** The revisions that a client may speak, from the newest to the oldest. */
const revisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
type Revision = (typeof revisions)[number]

/** The two newest against every server. The way between us and the server does not depend on the older ones. */
const combinations = revisions.flatMap((client, age) =>
  ways.flatMap((clientWay) =>
    eras.flatMap((server) =>
      ways.flatMap((serverWay) =>
        age < 2 || (clientWay === serverWay && (server === 'modern') === (serverWay === 'http'))
          ? [{ client, clientWay, server, serverWay }]
          : [],
      ),
    ),
  ),
)
const program = join(import.meta.dirname, '../../../mcp-client/src/testing/__fixtures__/era-server.ts')
const tool = (name: string) => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' } })

/** A gateway to a server of one era. `grow` gives the server one more tool, and tells the gateway of it. */
async function openGateway(era: Era, way: Way): Promise<{ readonly scene: Scene; grow(): Promise<unknown> }> {
  if (way === 'pipes') {
    const scene = await openScene({ up: { command: execPath, args: [program], era, sharing: 'process' } })
    return { scene, grow: () => scene.call('mcp.up.grow') }
  }
  const act = createEraTools()
  const peer = await openPeer({ tools: Object.keys(act).map(tool), act })
  const scene = await openScene({ up: { url: peer.url, era, sharing: 'process' } })
  const grow = async () => {
    peer.tools = [...peer.tools, tool('later')]
    peer.announce()
  }
  return { scene, grow }
}

/** The way from a client to our server. */
async function openWay(scene: Scene, way: Way): Promise<Transport> {
  const serving = { name: 'gateway', version: '1' }
  const openTools = () => ({ openRun: () => scene.run(), toolsVersion: () => scene.registry.version })
  if (way === 'pipes') {
    const [near, far] = InMemoryTransport.createLinkedPair()
    await serveMcp({ ...serving, ...openTools(), transport: far })
    return near
  }
  let endpoint: McpEndpoint | undefined
  const http = await openHttpServer({
    fetch: async (request) => endpoint?.fetch(request) ?? new Response('', { status: 503 }),
    limits: { graceMs: 10 },
  })
  endpoint = createMcpEndpoint({
    ...serving,
    source: loopbackRules(http.port),
    authenticate: async (token) => (token === 'ada' ? { id: 'ada', client: 'desk', user: 'ada' } : undefined),
    openSession: openTools,
  })
  onTestFinished(async () => {
    await endpoint?.close()
    await http.close()
  })
  return new StreamableHTTPClientTransport(new URL('/mcp', http.url), {
    requestInit: { headers: { authorization: 'Bearer ada' } },
  })
}

async function openClient(scene: Scene, { revision, way }: { readonly revision: Revision; readonly way: Way }) {
  const changed: (() => void)[] = []
  const forms: string[] = []
  const client = new Client(
    { name: 'desk', version: '1' },
    {
      capabilities: { elicitation: { form: {} } },
      ...(revision === '2026-07-28'
        ? { versionNegotiation: { mode: { pin: revision } } }
        : { versionNegotiation: { mode: 'legacy' as const }, supportedProtocolVersions: [revision] }),
      listChanged: { tools: { onChanged: () => void changed.splice(0).map((tell) => tell()) } },
    },
  )
  client.setRequestHandler('elicitation/create', ({ params }) => {
    // An approval is asked of every approver at once, and another one says yes.
    if (!params.message.startsWith('May ')) forms.push(params.message)
    const [field = ''] = 'requestedSchema' in params ? Object.keys(params.requestedSchema.properties) : []
    return { action: 'accept', content: { [field]: 'Ada' } }
  })
  await client.connect(await openWay(scene, way))
  onTestFinished(() => client.close())
  const call = async (name: string, input: object = {}, options: Parameters<Client['callTool']>[1] = {}) => {
    const result = await client.callTool({ name: `mcp__up__${name}`, arguments: { ...input } }, options)
    return { isError: result.isError === true, text: JSON.stringify(result.content) }
  }
  return { client, call, forms, changed }
}

describe.each(combinations)(
  'a client of $client over $clientWay and a $server server over $serverWay',
  ({ client: revision, clientWay, server, serverWay }) => {
    test('call, ask, report, cancel, fail and change their lists as if they spoke one revision', {
      timeout: 60_000,
    }, async () => {
      const { scene, grow } = await openGateway(server, serverWay)
      await scene.agree('up')
      const { client, call, forms, changed } = await openClient(scene, { revision, way: clientWay })
      expect(client.getNegotiatedProtocolVersion()).toBe(revision)

      expect(await call('echo', { a: 1 })).toMatchObject({ isError: false, text: expect.stringContaining('a') })
      expect(await call('fail')).toMatchObject({ isError: true, text: expect.stringContaining('It went wrong.') })

      const asked = await call('ask')
      expect(asked.text).toContain('Ada')
      expect(forms).toEqual([expect.stringContaining('The MCP server "up" asks: Who are you?')])

      const leaving = new AbortController()
      const reports: number[] = []
      const slow = call(
        'slow',
        {},
        {
          signal: leaving.signal,
          onprogress: ({ progress }) => {
            reports.push(progress)
            leaving.abort(new Error('enough'))
          },
        },
      )
      await expect(slow).rejects.toThrow()
      expect(reports.length).toBeGreaterThan(0)
      await expect.poll(async () => (await call('aborted')).text).toContain('1')

      const news = new Promise<void>((resolve) => changed.push(resolve))
      await grow()
      await expect.poll(async () => (await scene.mcp.get('up').status()).withheld).toHaveLength(1)
      await scene.agree('up')
      await call('echo')
      await news
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toContain('mcp__up__later')
    })
  },
)
