import { randomUUID } from 'node:crypto'
import type { GatewaySection } from '@drawbridge/access'
import { gatewayDefaults, onAccessChange } from '@drawbridge/access'
import { type Clock, systemClock } from '@drawbridge/core/base'
import { type HttpServer, openHttpServer } from '@drawbridge/net/server'
import { createQuestionDesk } from '@drawbridge/questions/desk'
import type { Drawbridge } from '@drawbridge/sdk'
import { createApprovalDesk, createDatabaseGrantStore, createSharedBuckets } from '@drawbridge/store/authority'
import { createHeldSessions } from '../call/held-sessions.ts'
import { objectionToRun } from '../caller/authenticate.ts'
import { cookieNameOf } from '../caller/session-cookie.ts'
import { watchCallers } from '../caller/watch-callers.ts'
import { createChats } from '../chat/create-chats.ts'
import { openPassingNews } from '../chat/passing-news.ts'
import { answerPage } from '../resources/health/answer-page.ts'
import { allRoutes } from '../resources/index.ts'
import { shownPages } from '../resources/pages.ts'
import { routesOfRooms } from '../resources/room-routes.ts'
import { createKeptAnswers } from '../route/kept-answers.ts'
import { createCursors, readCursorSecret } from '../route/page.ts'
import { createEventFeed } from '../socket/event-feed.ts'
import { type EventSockets, openEventSockets } from '../socket/open-event-sockets.ts'
import { openStats } from '../stats/open-stats.ts'
import { sourceOf } from './check-source.ts'
import { createApp, type GatewayApp } from './create-app.ts'
import type { Gateway, GatewaySettings, PageSource } from './gateway.ts'
import { createMetrics } from './metrics.ts'
import { mountMcp } from './mount-mcp.ts'
import { joinNodes } from './node-registry.ts'
import { openAccess } from './open-access.ts'
import { createRequestLimits } from './request-limits.ts'

/** The options of a gateway. */
export interface GatewayOptions {
  /** With `authority.desk`, so that what calls ask can be answered here. */
  readonly drawbridge: Drawbridge
  /** In place of values of the section `gateway`. */
  readonly section?: GatewaySection | undefined
  /** The version that answers and `hello` name. */
  readonly build: string
  readonly clock?: Clock
  /** The dashboard. Default: none, and a text says so. */
  readonly page?: PageSource
  /** True if every answer is checked against the description. For tests. Default false. */
  readonly checksAnswers?: boolean
  readonly onError?: (error: Error) => void
}

/** A gateway that listens. */
export interface OpenGateway extends AsyncDisposable {
  /** Without a path. */
  readonly url: string
  readonly port: number
  readonly gateway: Gateway
  /** Takes no new work, tells clients to go elsewhere, lets running work end, then closes. */
  stop(): Promise<void>
}

/** Opens a gateway on the database of a Drawbridge. */
export async function openGateway(options: GatewayOptions): Promise<OpenGateway> {
  const { drawbridge, build, clock = systemClock, onError = () => undefined } = options
  const section = { ...(await drawbridge.house.service('gatewaySection')), ...options.section }
  const database = await drawbridge.house.database.obtain()
  const routes = [...allRoutes, ...(await routesOfRooms(drawbridge, allRoutes))]
  const pages = shownPages(drawbridge, routes)
  const settings = settingsOf(section, options.checksAnswers === true)
  let app: GatewayApp | undefined
  let sockets: EventSockets | undefined
  let draining = false
  const server: HttpServer = await openHttpServer({
    address: section.host ?? gatewayDefaults.host,
    port: section.port ?? gatewayDefaults.port,
    onError,
    limits: { graceMs: 5_000, connections: 4_096 },
    sockets: {
      maxMessageBytes: 64 * 1_024,
      decide: async (request, peer) =>
        (await sockets?.rules.decide(request, peer)) ?? new Response(null, { status: 503 }),
    },
    fetch: async (request, peer) => (await app?.fetch(request, peer)) ?? new Response(null, { status: 503 }),
  })
  const isSecure = section.publicUrl?.startsWith('https:') === true
  const node = randomUUID().slice(0, 8)
  const approvals = createApprovalDesk(database, { clock })
  const questions = createQuestionDesk(database, { clock })
  const grants = createDatabaseGrantStore(database, { clock })
  const feed = await createEventFeed(database, { clock, onError })
  const access = openAccess(database, { clock, times: () => settings })
  const objectionTo = (session: string) => objectionToRun(session, access)
  const chats = createChats({ drawbridge, clock, database, objectionTo, onError })
  const changes = await onAccessChange(database, ({ kind }) => {
    // The run of a person who signs out goes on.
    if (kind !== 'session') void chats.endUnwanted().catch(onError)
  })
  const callers = await watchCallers(database, { access, onError })
  const ending = new AbortController()
  const nodes = await joinNodes({
    ...{ database, clock, node, build, chats, onError, drawbridge },
    url: section.publicUrl ?? server.url,
    onDrain: () => {
      draining = true
    },
  })
  const passing = await openPassingNews({ database, chats, clock, node, onError })
  const requests = createRequestLimits({
    ...{ buckets: createSharedBuckets(database), clock },
    rate: section.requests ?? gatewayDefaults.requests,
  })
  const stats = openStats(database, { clock, onError })
  const sessions = createHeldSessions({ drawbridge, settings, clock, gateway: () => ({ access, database }) })
  const gateway: Gateway = {
    ...{
      access,
      callers,
      drawbridge,
      database,
      clock,
      settings,
      isSecure,
      node,
      build,
      onError,
      approvals,
      questions,
      grants,
      sessions,
      chats,
      nodes,
      passing,
      requests,
      stats,
      feed,
      ending: ending.signal,
      page: options.page,
    },
    source: sourceOf({ port: server.port, publicUrl: section.publicUrl, cors: section.cors }),
    cookieName: cookieNameOf({
      isSecure,
      port: section.publicUrl === undefined ? server.port : portOf(section.publicUrl),
    }),
    routes,
    pages,
    answers: createKeptAnswers(database, { clock, node, isAlive: nodes.isAlive }),
    cursors: createCursors(await readCursorSecret(database)),
    metrics: createMetrics({ build, node }),
    isDraining: () => draining,
  }
  sockets = await openEventSockets(gateway)
  const mcp = await mountMcp(gateway)
  app = createApp(gateway, { routes, others: [answerPage, mcp.handler] })
  const opened = [mcp, sockets, nodes, chats, sessions, grants, questions, approvals]
  let stopping: Promise<void> | undefined
  const stop = async () => {
    draining = true
    sockets?.leave()
    ending.abort()
    await server.close()
    for (const each of opened) await each[Symbol.asyncDispose]()
    feed[Symbol.dispose]()
    passing[Symbol.dispose]()
    stats[Symbol.dispose]()
    changes[Symbol.dispose]()
    callers[Symbol.dispose]()
  }
  const stopOnce = () => {
    stopping ??= stop()
    return stopping
  }
  return { url: server.url, port: server.port, gateway, stop: stopOnce, [Symbol.asyncDispose]: stopOnce }
}

/** All nodes behind one address give cookies the same name. */
function portOf(url: string): number {
  const { port, protocol } = new URL(url)
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

function settingsOf(section: GatewaySection, checksAnswers: boolean): GatewaySettings {
  return {
    publicUrl: section.publicUrl,
    trustedProxies: section.trustedProxies ?? [],
    remoteTools: section.remoteTools ?? [],
    metrics: section.metrics ?? true,
    maxBodyBytes: section.maxBodyBytes ?? gatewayDefaults.maxBodyBytes,
    idleMs: section.sessions?.idleMs ?? gatewayDefaults.idleMs,
    absoluteMs: gatewayDefaults.absoluteMs,
    checksAnswers,
  }
}
