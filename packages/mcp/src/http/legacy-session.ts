import { randomBytes } from 'node:crypto'
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { ServedTools } from '../server/open-served-tools.ts'
import { refusal } from './answers.ts'
import { createStreamEvents } from './stream-events.ts'

/** A session of a client that opened with the handshake of revisions up to 2025-11-25. */
export interface LegacySession {
  /** Undefined until the handshake was answered. */
  readonly id: string | undefined
  fetch(request: Request, body: unknown): Promise<Response>
  /** Ends its calls and its streams. */
  close(): Promise<void>
}

/** The time after which a client is to come back for a stream that was cut, in milliseconds. */
const retryMs = 1_000

/** Opens a session that waits for `initialize`. `onClose` is called when it has ended, by the client or by us. */
export async function openLegacySession(tools: ServedTools, onClose: () => void): Promise<LegacySession> {
  const server = tools.serverFor('legacy')
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomBytes(24).toString('base64url'),
    eventStore: createStreamEvents(),
    retryInterval: retryMs,
  })
  const open = trackOpenRequests(transport)
  const closed = Promise.withResolvers<void>()
  server.onclose = () => {
    onClose()
    tools.close().then(closed.resolve, closed.reject)
  }
  await server.connect(transport)

  return {
    get id() {
      return transport.sessionId
    },
    fetch: async (request, body) => {
      const twice = open.add(body)
      if (twice !== undefined) return refusal(400, `The request id ${JSON.stringify(twice)} is in use. Choose another.`)
      return transport.handleRequest(request, { parsedBody: body })
    },
    close: async () => {
      await server.close()
      await closed.promise
    },
  }
}

/**
 * Knows which requests of a session are unanswered: an answer finds its stream by the id of the request, so that a second request with an
 * id in use would get the answer of the first.
 */
function trackOpenRequests(transport: WebStandardStreamableHTTPServerTransport) {
  const open = new Set<RequestId>()
  const send = transport.send.bind(transport)
  transport.send = (message, options) => {
    if ((isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) && message.id !== undefined)
      open.delete(message.id)
    return send(message, options)
  }
  return {
    /** Adds the requests of a message. Returns an id that is in use; then none is added. */
    add: (body: unknown): RequestId | undefined => {
      const messages: readonly unknown[] = Array.isArray(body) ? body : [body]
      const ids = messages.filter((message) => isJSONRPCRequest(message)).map(({ id }) => id)
      const twice = ids.find((id, index) => open.has(id) || ids.indexOf(id) !== index)
      if (twice !== undefined) return twice
      for (const id of ids) open.add(id)
      for (const message of messages) {
        if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') continue
        const cancelled = message.params?.requestId
        if (typeof cancelled === 'string' || typeof cancelled === 'number') open.delete(cancelled)
      }
      return undefined
    },
  }
}
