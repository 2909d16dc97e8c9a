import { createRegistry, openRun, type Registry, type RunOptions, type ToolDefinition } from '@drawbridge/core'
import { createFakeClock, createMemoryRecorder, type FakeClock, type MemoryRecorder, testPrincipal } from '@drawbridge/core/testing'
import { type HttpServer, openHttpServer } from '@drawbridge/net/server'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { McpCaller } from '../http/caller.ts'
import { loopbackRules } from '../http/check-source.ts'
import { createMcpEndpoint, type McpEndpoint, type McpEndpointOptions } from '../http/create-mcp-endpoint.ts'
import type { Era } from './connect-client.ts'
import { demoTools } from './demo-tools.ts'

/** The clients that the endpoint knows, by token. */
export const callers: Readonly<Record<string, McpCaller>> = {
  'token-of-ada': { id: 'ada', client: 'desk', user: 'ada' },
  'token-of-bob': { id: 'bob', client: 'desk', user: 'bob' },
}

export interface EndpointOptions extends Partial<Omit<McpEndpointOptions, 'source'>> {
  /** Beside the demo tools. */
  readonly tools?: readonly ToolDefinition[]
  readonly run?: Partial<RunOptions>
}

export interface OpenEndpoint extends AsyncDisposable {
  readonly url: URL
  readonly endpoint: McpEndpoint
  readonly registry: Registry
  readonly recorder: MemoryRecorder
  readonly clock: FakeClock
  readonly server: HttpServer
  readonly errors: readonly Error[]
  /** Users of the runs that were opened. */
  readonly opened: readonly (string | undefined)[]
}

/** An endpoint over the demo tools that listens on this machine. */
export async function openEndpoint({ tools = [], run = {}, ...given }: EndpointOptions = {}): Promise<OpenEndpoint> {
  const registry = createRegistry()
  for (const tool of [...demoTools, ...tools]) registry.register(tool)
  const recorder = createMemoryRecorder()
  const clock = createFakeClock()
  const errors: Error[] = []
  const opened: (string | undefined)[] = []
  let endpoint: McpEndpoint | undefined
  const server = await openHttpServer({
    fetch: async (request) => endpoint?.fetch(request) ?? new Response('', { status: 503 }),
    onError: (error) => errors.push(error),
    limits: { graceMs: 100 },
  })
  endpoint = createMcpEndpoint({
    name: 'drawbridge',
    version: '1.0.0',
    source: loopbackRules(server.port),
    authenticate: async (token) => callers[token],
    openSession: ({ id, user }) => ({
      openRun: () => {
        opened.push(user)
        const principal = { ...testPrincipal, session: id, ...(user === undefined ? {} : { user }) }
        return openRun({ registry, principal, recorder, clock, settings: { abortGraceMs: 100 }, ...run })
      },
      toolsVersion: () => registry.version,
    }),
    clock,
    onError: (error) => errors.push(error),
    ...given,
  })
  const open = endpoint
  return {
    url: new URL('/mcp', server.url),
    endpoint: open,
    registry,
    recorder,
    clock,
    server,
    errors,
    opened,
    [Symbol.asyncDispose]: async () => {
      await open.close()
      await server.close()
    },
  }
}

/** The official client over HTTP, with the token. `prepare` sets its handlers. */
export async function connectHttp(
  { url }: Pick<OpenEndpoint, 'url'>,
  { era = '2025-11-25', token = 'token-of-ada', client: options }: ConnectHttpOptions = {},
  prepare?: (client: Client) => void,
): Promise<Client> {
  const mode = era === '2025-11-25' ? 'legacy' : { pin: era }
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode }, ...options })
  prepare?.(client)
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  return client
}

export interface ConnectHttpOptions {
  readonly era?: Era
  readonly token?: string
  readonly client?: ClientOptions
}
