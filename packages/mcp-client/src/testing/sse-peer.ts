import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { onTestFinished } from 'vitest'

/** A server of the first official SDK, which speaks the oldest way over HTTP: one stream for all answers. */
export interface SsePeer {
  readonly url: string
  readonly calls: readonly string[]
  /** The number of streams that were opened. */
  readonly streams: number
  cutStreams(): void
}

/** Opens a peer that is closed when the test ends. Its tool `wait` never answers. */
export async function openSsePeer(tools: readonly object[]): Promise<SsePeer> {
  const transports = new Map<string, SSEServerTransport>()
  const open = new Set<ServerResponse>()
  const calls: string[] = []
  let streams = 0
  const connect = async (response: ServerResponse) => {
    streams += 1
    open.add(response)
    const transport = new SSEServerTransport('/messages', response)
    transports.set(transport.sessionId, transport)
    const server = new Server({ name: 'old', version: '1' }, { capabilities: { tools: {} } })
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools as never }))
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      calls.push(params.name)
      if (params.name === 'wait' && calls.length === 1) await new Promise(() => undefined)
      return { content: [{ type: 'text' as const, text: JSON.stringify(params.arguments ?? {}) }] }
    })
    await server.connect(transport)
  }
  const http = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://peer')
    if (request.method === 'GET' && pathname === '/sse') return void connect(response)
    const transport = transports.get(searchParams.get('sessionId') ?? '')
    if (transport === undefined) return void response.writeHead(404).end()
    return void transport.handlePostMessage(request, response)
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const cutStreams = () => {
    for (const response of open) response.destroy()
    open.clear()
    transports.clear()
  }
  onTestFinished(() => {
    cutStreams()
    http.closeAllConnections()
    http.close()
  })
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/sse`,
    calls,
    get streams() {
      return streams
    },
    cutStreams,
  }
}
