import { createRegistry, openRun } from '@drawbridge/core'
import { defineDialect } from '@drawbridge/core/dialect'
import { createMemoryRecorder, type MemoryRecorder, testPrincipal } from '@drawbridge/core/testing'
import { openHttpServer } from '@drawbridge/net/server'
import { loopbackRules } from '../../http/check-source.ts'
import { createMcpEndpoint, type McpEndpoint } from '../../http/create-mcp-endpoint.ts'
import { fixtureName } from './fixture-tool.ts'
import { offerTools, suiteOffer } from './offer.ts'
import { suiteTools } from './tools.ts'

export interface SuiteServer extends AsyncDisposable {
  readonly url: string
  readonly recorder: MemoryRecorder
  readonly errors: readonly Error[]
}

/** The suite calls our tools by its own names, so a dialect shows them without their group. */
const prefix = fixtureName('')
const dialect = defineDialect({
  name: 'suite',
  tools: [],
  rule: (name) => (name.startsWith(prefix) ? name.slice(prefix.length) : undefined),
})

/**
 * Our server over HTTP with all that the conformance suite looks for, each as a tool of the registry behind the whole pipeline. The suite
 * has no tokens, so the one of its client is put on every request that reaches the socket; all other checks of a request are ours.
 */
export async function openSuiteServer(): Promise<SuiteServer> {
  const registry = createRegistry()
  const { offer, change } = suiteOffer()
  const tools = await suiteTools(registry, { onPromptsChanged: () => change({ kind: 'prompts' }) })
  for (const tool of [...tools, ...(await offerTools())]) registry.register(tool)
  const recorder = createMemoryRecorder()
  const errors: Error[] = []
  let endpoint: McpEndpoint | undefined
  const server = await openHttpServer({
    fetch: async (request) => {
      const { url, method, body, signal } = request
      const headers = new Headers(request.headers)
      headers.set('authorization', 'Bearer suite')
      const known = new Request(url, { method, headers, body, signal, ...(body === null ? {} : { duplex: 'half' }) })
      return endpoint?.fetch(known) ?? new Response(null, { status: 503 })
    },
    onError: (error) => errors.push(error),
    limits: { graceMs: 100 },
  })
  const open = createMcpEndpoint({
    name: 'drawbridge',
    version: '1.0.0',
    source: loopbackRules(server.port),
    authenticate: async (token) => (token === 'suite' ? { id: 'suite', client: 'suite' } : undefined),
    openSession: () => ({
      openRun: () => openRun({ registry, principal: testPrincipal, recorder, dialect, settings: { loopEnds: 'call' } }),
      toolsVersion: () => registry.version,
    }),
    offer,
    onError: (error) => errors.push(error),
    limits: { sessions: 200, answers: 200 },
  })
  endpoint = open
  return {
    url: String(new URL('/mcp', server.url)),
    recorder,
    errors,
    [Symbol.asyncDispose]: async () => {
      await open.close()
      await server.close()
    },
  }
}
