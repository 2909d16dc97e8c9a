import type { Clock } from '@drawbridge/core/base'
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type McpHttpHandler,
} from '@modelcontextprotocol/server'
import {
  openServedTools,
  type ServedTools,
  type ServingOptions,
  type ToolSession,
} from '../server/open-served-tools.ts'
import { refusal, whenSent } from './answers.ts'
import { type LegacySession, openLegacySession } from './legacy-session.ts'
import { createUsage, type Usage } from './usage.ts'

/** The bounds of one client. */
export interface CallerLimits {
  /** Answers under way at once, open streams included. */
  readonly answers: number
  /** Sessions of revisions up to 2025-11-25. The one that is idle for the longest time gives way. */
  readonly sessions: number
  /** The time after which a session, or all of a client, is ended if nothing is under way. Milliseconds. */
  readonly idleMs: number
}

export const defaultCallerLimits: CallerLimits = { answers: 64, sessions: 16, idleMs: 30 * 60_000 }

/** The options of the endpoint of one client. */
export interface CallerEndpointOptions {
  readonly serving: ServingOptions
  readonly limits: CallerLimits
  readonly clock: Clock
  openSession(): ToolSession | Promise<ToolSession>
  /** Called when nothing was under way for a while. */
  onIdle(): void
}

/** Everything that one client has open: its sessions, and the one run for its requests of revision 2026-07-28. */
export interface CallerEndpoint {
  /** Answers a request whose sender is known. `body` is what its JSON says; undefined without a body. */
  fetch(request: Request, body: unknown): Promise<Response>
  /** Ends its calls, streams and sessions. */
  close(): Promise<void>
}

interface HeldSession {
  readonly session: LegacySession
  readonly usage: Usage
}

interface ModernService {
  readonly handler: McpHttpHandler
  readonly tools: ServedTools
}

/** The header with which a client of revisions up to 2025-11-25 names its session. */
const sessionHeader = 'mcp-session-id'

/** The revision from which on one message has one request. */
const withoutBatches = '2025-06-18'

/** The revision from which on there are no sessions. */
const withoutSessions = '2026-07-28'

/** Creates the endpoint of one client. Nothing is opened before its first request. */
export function createCallerEndpoint(options: CallerEndpointOptions): CallerEndpoint {
  const { serving, limits, clock, openSession, onIdle } = options
  const { onError = () => undefined } = serving
  /** By id, the one that was used last at the end. */
  const sessions = new Map<string, HeldSession>()
  const usage = createUsage({
    clock,
    most: limits.answers,
    idleMs: limits.idleMs,
    onIdle: () => sessions.size === 0 && onIdle(),
  })
  let modern: Promise<ModernService> | undefined
  let isClosed = false

  const openTools = async () => openServedTools(await openSession(), serving)

  async function openModern(): Promise<ModernService> {
    const tools = await openTools()
    const handler: McpHttpHandler = createMcpHandler(
      () => tools.serverFor('modern', { announce: () => handler.notify.toolsChanged() }),
      { legacy: 'reject', onerror: onError, maxSubscriptions: limits.answers },
    )
    tools.onOfferChange((change) => {
      switch (change.kind) {
        case 'prompts':
          return handler.notify.promptsChanged()
        case 'resources':
          return handler.notify.resourcesChanged()
        case 'updated':
          return handler.notify.resourceUpdated(change.uri)
        default:
          return change satisfies never
      }
    })
    return { handler, tools }
  }

  async function serveModern(request: Request, body: unknown): Promise<Response> {
    modern ??= openModern()
    try {
      const { handler } = await modern
      return await handler.fetch(request, body === undefined ? {} : { parsedBody: body })
    } catch (error) {
      modern = undefined
      throw error
    }
  }

  async function serveSession(id: string, request: Request, body: unknown): Promise<Response> {
    const held = sessions.get(id)
    if (held === undefined) return refusal(404, 'The session does not exist, or has ended. Initialize a new one.')
    sessions.delete(id)
    sessions.set(id, held)
    const done = held.usage.begin()
    if (done === undefined) return tooMany()
    return whenSent(await held.session.fetch(request, body), done)
  }

  async function initialize(request: Request, body: unknown): Promise<Response> {
    if (!(await makeRoom())) return tooMany()
    const session = await openLegacySession(await openTools(), () => {
      if (session.id === undefined) return
      sessions.get(session.id)?.usage[Symbol.dispose]()
      sessions.delete(session.id)
    })
    const response = await session.fetch(request, body)
    const { id } = session
    if (id === undefined || isClosed) {
      await session.close()
      return response
    }
    const { answers: most, idleMs } = limits
    const held = createUsage({ clock, most, idleMs, onIdle: () => void session.close().catch(onError) })
    sessions.set(id, { session, usage: held })
    return whenSent(response, held.begin() ?? (() => undefined))
  }

  /** Ends the session that is idle for the longest time if there is no room for another. Resolves to false if none is idle. */
  async function makeRoom(): Promise<boolean> {
    if (sessions.size < limits.sessions) return true
    const oldest = [...sessions.values()].find(({ usage: { isIdle } }) => isIdle)
    await oldest?.session.close()
    return oldest !== undefined
  }

  async function route(request: Request, body: unknown): Promise<Response> {
    const version = request.headers.get('mcp-protocol-version')
    const isModern = body === undefined ? version === withoutSessions : !(await isLegacyRequest(request, body))
    if (isModern) return serveModern(request, body)
    if (Array.isArray(body) && version !== null && version >= withoutBatches)
      return refusal(400, 'One message has one request. Send each request of the list as a message of its own.')
    const id = request.headers.get(sessionHeader)
    if (id !== null) return serveSession(id, request, body)
    if (isInitializeRequest(body)) return initialize(request, body)
    return refusal(400, `The header ${sessionHeader} is missing. It names the session that "initialize" has opened.`)
  }

  return {
    fetch: async (request, body) => {
      const done = isClosed ? undefined : usage.begin()
      if (done === undefined) return tooMany()
      try {
        return whenSent(await route(request, body), done)
      } catch (error) {
        done()
        throw error
      }
    },
    close: async () => {
      isClosed = true
      usage[Symbol.dispose]()
      const service = await modern?.catch(() => undefined)
      await Promise.all([
        ...[...sessions.values()].map(({ session }) => session.close()),
        service?.handler.close().then(() => service.tools.close()),
      ])
    },
  }
}

function tooMany(): Response {
  const response = refusal(
    429,
    'Too much of this client is under way. End a stream or a session, or wait for an answer.',
  )
  response.headers.set('retry-after', '1')
  return response
}
