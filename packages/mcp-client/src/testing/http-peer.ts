import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type HttpServer, openHttpServer } from '@drawbridge/net/server'
import {
  createMcpHandler,
  type EventStore,
  isLegacyRequest,
  type JSONRPCMessage,
  Server,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { onTestFinished } from 'vitest'

/** A tool of a peer. */
export type PeerTool = (input: Readonly<Record<string, unknown>>, call: PeerCall) => unknown

/** A call as a tool of a peer sees it. */
export interface PeerCall {
  readonly server: Server
  readonly context: ServerContext
  readonly signal: AbortSignal
  /** Tells the client that the call goes on. */
  progress(): Promise<void>
}

/** A server of the official SDK on this machine, which speaks both ways. */
export interface HttpPeer {
  /** The address of the endpoint. */
  readonly url: string
  readonly port: number
  /** Each request that arrived: its method, the method of the message, its headers. */
  readonly requests: readonly PeerRequest[]
  /** The calls that its tools got. */
  readonly calls: readonly string[]
  /** Ends all sessions, as a restart does. */
  forgetSessions(): void
  /** Cuts all connections, in the middle of answers. */
  cutConnections(): void
  /** Tells all clients that the tools changed. */
  announce(): void
  /** Answers in place of the server, if it returns an answer. */
  intercept: ((request: Request, message: Readonly<Record<string, unknown>>) => Response | undefined) | undefined
  tools: readonly object[]
}

export interface PeerRequest {
  readonly verb: string
  readonly method: string | undefined
  readonly headers: Headers
}

export interface PeerOptions {
  readonly tools?: readonly object[]
  readonly act?: Readonly<Record<string, PeerTool>>
  readonly server?: (server: Server) => void
  readonly capabilities?: object
}

const named = (name: string) => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' } })

/** Opens a peer that is closed when the test ends. */
export async function openPeer({
  tools,
  act = {},
  server: prepare,
  capabilities = {},
}: PeerOptions = {}): Promise<HttpPeer> {
  const requests: PeerRequest[] = []
  const calls: string[] = []
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()
  const servers = new Set<Server>()
  const create = () => {
    const server = new Server(
      { name: 'peer', version: '1' },
      { capabilities: { tools: { listChanged: true }, ...capabilities } },
    )
    server.setRequestHandler('tools/list', () => ({ tools: [...peer.tools] as never }))
    server.setRequestHandler(
      'tools/call',
      async ({ params: { name, arguments: input = {}, _meta: meta } }, context) => {
        calls.push(name)
        const { signal, notify } = context.mcpReq
        const params = { progressToken: meta?.progressToken ?? 0, progress: 1 }
        const progress = () => notify({ method: 'notifications/progress', params })
        const result = await (act[name] ?? ((given) => JSON.stringify(given)))(input, {
          server,
          context,
          signal,
          progress,
        })
        return typeof result === 'string' ? { content: [{ type: 'text', text: result }] } : (result as never)
      },
    )
    prepare?.(server)
    servers.add(server)
    return server
  }
  const modern = createMcpHandler(create, { legacy: 'reject', keepAliveMs: 0, responseMode: 'sse' })
  const legacy = async (request: Request, message: unknown): Promise<Response> => {
    const known = sessions.get(request.headers.get('mcp-session-id') ?? '')
    if (known !== undefined) return known.handleRequest(request, { parsedBody: message })
    if (request.headers.has('mcp-session-id')) return Response.json(notFound, { status: 404 })
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: memoryEvents(),
      retryInterval: 20,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    })
    await create().connect(transport)
    return transport.handleRequest(request, { parsedBody: message })
  }
  const http: HttpServer = await openHttpServer({
    limits: { graceMs: 10 },
    fetch: async (request) => {
      const text = request.method === 'POST' ? await request.clone().text() : ''
      const message = text === '' ? undefined : (JSON.parse(text) as Readonly<Record<string, unknown>>)
      requests.push({ verb: request.method, method: message?.method as string | undefined, headers: request.headers })
      const instead = peer.intercept?.(request, message ?? {})
      if (instead !== undefined) return instead
      return (await isLegacyRequest(request)) ? legacy(request, message) : modern.fetch(request)
    },
  })
  const cable = await openCable(http.port)
  onTestFinished(async () => {
    cable.close()
    await modern.close()
    await http.close()
  })
  const peer: HttpPeer = {
    url: `http://127.0.0.1:${cable.port}/mcp`,
    port: cable.port,
    requests,
    calls,
    tools: tools ?? ['echo', ...Object.keys(act)].map(named),
    intercept: undefined,
    forgetSessions: () => sessions.clear(),
    cutConnections: cable.cut,
    announce: () => {
      modern.notify.toolsChanged()
      for (const server of servers) void server.sendToolListChanged().catch(() => undefined)
    },
  }
  return peer
}

const notFound = { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'Session not found' } }

/** Listens in front of a server, so that connections can be cut as a broken network cuts them. */
async function openCable(port: number) {
  const sockets = new Set<Socket>()
  const cable = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from
        .on('error', () => to.destroy())
        .on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
      from.pipe(to)
    }
  })
  cable.listen(0, '127.0.0.1')
  await once(cable, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (cable.address() as AddressInfo).port,
    cut,
    close: () => {
      cut()
      cable.close()
    },
  }
}

/** Keeps all events of one session. */
function memoryEvents(): EventStore {
  const events: { readonly id: string; readonly stream: string; readonly message: JSONRPCMessage }[] = []
  return {
    storeEvent: async (stream, message) => {
      const id = `${events.length}-${stream}`
      events.push({ id, stream, message })
      return id
    },
    getStreamIdForEventId: async (id) => events.find((event) => event.id === id)?.stream,
    replayEventsAfter: async (last, { send }) => {
      const at = events.findIndex(({ id }) => id === last)
      const stream = events[at]?.stream ?? ''
      for (const { id, message } of events.slice(at + 1).filter((event) => event.stream === stream)) {
        if (Object.keys(message).length > 0) await send(id, message)
      }
      return stream
    },
  }
}
