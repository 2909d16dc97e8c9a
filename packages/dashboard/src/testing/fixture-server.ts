import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Approval } from '../page/pages/inbox/approval.ts'
import { openPage } from '../read-page.ts'
import { answerRequest, type Emit, type FixtureState } from './answer-request.ts'

/** The policy for documents that the gateway sends. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** A small server with the answers of the API, for tests of the page in a browser. */
export interface FixtureServer extends AsyncDisposable {
  readonly url: string
  readonly state: FixtureState
  /** Sends events to those who subscribed to the topic. */
  readonly emit: Emit
  /** Adds an open question, and says so. */
  ask(approval: Approval): void
  /** Ends all connections, and takes no more until `resume`. */
  pause(): void
  resume(): void
}

/** Opens the server on a free port of this machine. */
export async function openFixtureServer(state: FixtureState, port = 0): Promise<FixtureServer> {
  const page = openPage()
  // As the gateway: each subscription gets frames of its own, also for events that are of no concern to it.
  const clients = new Map<WebSocket, Map<string, string>>()
  const record: { readonly topic: string; readonly position: string; readonly event: object }[] = []
  const connections = new Set<Socket>()
  let position = 100
  let isPaused = false

  const emit: Emit = (topic, ...events) => {
    const items = events.map((event) => {
      position += 1
      return { topic, position: String(position), event }
    })
    record.push(...items)
    for (const [client, subscriptions] of clients) {
      for (const [id, own] of subscriptions)
        client.send(JSON.stringify({ type: 'events', id, cursor: String(position), items: own === topic ? items : [] }))
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://fixture')
    if (pathname.startsWith('/v1/')) return answerRequest(state, { request, response, emit })
    const file = await page.find(pathname, String(request.headers['accept-encoding'] ?? ''))
    if (file === undefined) return response.writeHead(404).end()
    const policy = file.isDocument ? { 'content-security-policy': pagePolicy, 'x-frame-options': 'DENY' } : {}
    return response
      .writeHead(200, {
        ...file.headers,
        ...policy,
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
      })
      .end(file.body)
  }
  server.on('connection', (socket) => {
    if (isPaused) return socket.destroy()
    connections.add(socket)
    return socket.once('close', () => connections.delete(socket))
  })

  const sockets = new WebSocketServer({ server, path: '/v1/events', handleProtocols: () => 'drawbridge.v1' })
  sockets.on('connection', (client) => {
    const subscriptions = new Map<string, string>()
    clients.set(client, subscriptions)
    client.once('close', () => clients.delete(client))
    client.send(
      JSON.stringify({
        type: 'hello',
        protocol: 1,
        build: state.build,
        node: 'a',
        serverTime: state.now(),
        heartbeatMs: 20_000,
      }),
    )
    client.on('message', (data) => {
      const frame = JSON.parse(String(data)) as { type: string; id: string; topic: string; from?: string }
      if (frame.type !== 'subscribe') return
      const { id, topic, from } = frame
      subscriptions.set(id, topic)
      // A node may send again what the client has: the last event before its position is among it.
      const items = record.filter((one) => one.topic === topic && Number(one.position) >= Number(from ?? Infinity))
      if (items.length > 0) client.send(JSON.stringify({ type: 'events', id, cursor: String(position), items }))
      client.send(JSON.stringify({ type: 'ready', id, cursor: String(position) }))
    })
  })

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    emit,
    ask: (approval) => {
      state.approvals.set(approval.id, approval)
      emit('approvals', { type: 'permission.requested', toolCallId: approval.toolCallId })
    },
    pause: () => {
      isPaused = true
      for (const client of clients.keys()) client.terminate()
      for (const socket of connections) socket.destroy()
    },
    resume: () => {
      isPaused = false
    },
    [Symbol.asyncDispose]: async () => {
      for (const client of clients.keys()) client.terminate()
      sockets.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
