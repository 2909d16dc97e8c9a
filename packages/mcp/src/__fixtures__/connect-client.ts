import { createRegistry, openRun, type Registry, type RunOptions, type ToolDefinition } from '@drawbridge/core'
import { createFakeClock, createMemoryRecorder, type FakeClock, type MemoryRecorder, testPrincipal } from '@drawbridge/core/testing'
import { Client, type ClientOptions, InMemoryTransport } from '@modelcontextprotocol/client'
import { type McpServer, type McpServerOptions, serveMcp } from '../server/serve-mcp.ts'
import { demoTools } from './demo-tools.ts'

/** The two ways in which a client may open: by the handshake, or by the envelope of revision 2026-07-28. */
export const eras = ['2025-11-25', '2026-07-28'] as const
export type Era = (typeof eras)[number]

export interface ConnectOptions {
  readonly era?: Era
  readonly client?: ClientOptions
  /** Beside the demo tools. */
  readonly tools?: readonly ToolDefinition[]
  readonly run?: Partial<RunOptions>
  readonly server?: Partial<McpServerOptions>
}

export interface Connected extends AsyncDisposable {
  readonly client: Client
  readonly server: McpServer
  readonly registry: Registry
  readonly recorder: MemoryRecorder
  readonly clock: FakeClock
  readonly errors: readonly Error[]
}

/** The official client, connected in memory to a server over the demo tools. `prepare` sets the client's handlers. */
export async function connectClient(options: ConnectOptions = {}, prepare?: (client: Client) => void): Promise<Connected> {
  const { era = '2025-11-25' } = options
  const registry = createRegistry()
  for (const tool of [...demoTools, ...(options.tools ?? [])]) registry.register(tool)
  const recorder = createMemoryRecorder()
  const clock = createFakeClock()
  const errors: Error[] = []
  const [clientSide, transport] = InMemoryTransport.createLinkedPair()
  const server = await serveMcp({
    name: 'drawbridge',
    version: '1.0.0',
    openRun: () => openRun({ registry, principal: testPrincipal, recorder, clock, ...options.run }),
    toolsVersion: () => registry.version,
    transport,
    clock,
    onError: (error) => errors.push(error),
    ...options.server,
  })
  const mode = era === '2025-11-25' ? 'legacy' : { pin: era }
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode }, ...options.client })
  prepare?.(client)
  await client.connect(clientSide)
  return {
    client,
    server,
    registry,
    recorder,
    clock,
    errors,
    [Symbol.asyncDispose]: async () => {
      await client.close()
      await server.closed
    },
  }
}
