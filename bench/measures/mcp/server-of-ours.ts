import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv, stdin, stdout } from 'node:process'
import { defineTool } from '@drawbridge/core'
import { serveMcpOverStdio } from '@drawbridge/mcp'
import { createMcpEndpoint, loopbackRules, type McpEndpoint } from '@drawbridge/mcp/http'
import { openHttpServer } from '@drawbridge/net/server'
import { createDrawbridge } from '@drawbridge/sdk'
import { execute, input } from '../dispatch/the-tool.ts'

/** Our server, as `drawbridge mcp` is it, with one tool: over its standard input and output, or over HTTP. */
const [, , way, record] = argv
const home = await mkdtemp(join(tmpdir(), 'drawbridge-bench-mcp-'))
const drawbridge = await createDrawbridge({
  home,
  workspace: home,
  record: record === 'database' ? 'database' : 'off',
  authority: { limiting: 'off' },
  tools: {
    own: [defineTool({ name: 'bench.look', description: 'Looks at a line.', input, permission: 'readonly', execute })],
  },
})
const serving = { name: 'bench', version: '1' }
const openTools = () => {
  const session = drawbridge.openSession()
  return {
    openRun: () => session.openRun(),
    toolsVersion: () => drawbridge.registry.version,
    close: () => session[Symbol.asyncDispose](),
  }
}
if (way === 'stdio') {
  await serveMcpOverStdio({ ...serving, ...openTools() })
} else {
  let endpoint: McpEndpoint | undefined
  await using server = await openHttpServer({
    fetch: async (request) => endpoint?.fetch(request) ?? new Response('', { status: 503 }),
  })
  endpoint = createMcpEndpoint({
    ...serving,
    source: loopbackRules(server.port),
    authenticate: async (token) => (token === 'bench' ? { id: 'bench', client: 'bench' } : undefined),
    openSession: openTools,
  })
  stdout.write(`${server.url}/mcp\n`)
  for await (const _ of stdin);
  await endpoint.close()
}
await drawbridge[Symbol.asyncDispose]()
await rm(home, { recursive: true, force: true })
