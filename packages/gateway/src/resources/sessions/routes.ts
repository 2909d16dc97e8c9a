import { type SessionKind, sessionKinds } from '@drawbridge/core/event'
import { listSessionNodes, type SessionNode, verifyAudit } from '@drawbridge/store/sessions'
import { z } from 'zod'
import { callerId } from '../../caller/caller.ts'
import { pageInMemory, pageOf, pageQuery } from '../../route/page.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { time, timeOf } from '../account/account-schemas.ts'
import { exportAudit } from './export-audit.ts'
import { lastEventId, streamOf, wantsStream } from './message-routes.ts'
import { needSession, sightOf } from './own-session.ts'
import { incidentsAndTitles } from './session-heads.ts'
import { eventsBefore, narrowingOf, type SessionRow, sessionEventsAfter, sessionsBefore } from './session-rows.ts'
import { shownEvent } from './shown-event.ts'
import { positionOf, sincePosition } from './since-position.ts'

const session = z
  .strictObject({
    id: z.string(),
    agent: z.string().nullable(),
    user: z.string().nullable(),
    channel: z.string().nullable(),
    kind: z.enum(sessionKinds).describe('What it is for: `direct` for one that a person or program talks to.'),
    createdAt: time,
    updatedAt: time,
    events: z.number(),
    calls: z.number(),
    title: z.string().optional().describe('The first words that it heard, at most 120 characters.'),
    asked: z.number().optional().describe('Questions to people.'),
    denied: z.number().optional(),
    failed: z.number().optional(),
  })
  .meta({ id: 'Session' })

const node = z
  .strictObject({
    id: z.string(),
    kind: z.string(),
    parent: z.string().nullable(),
    session: z.string(),
    run: z.string(),
    tool: z.string().nullable(),
    status: z.string().nullable(),
    position: z.string(),
    time,
  })
  .meta({ id: 'SessionNode' })

const event = z
  .strictObject({
    position: z.string(),
    session: z.string(),
    type: z.string(),
    event: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Event' })

const params = z.strictObject({ id: z.string().min(1).max(200) })
const tag = 'sessions'

function shownSession(row: SessionRow) {
  return {
    ...{ id: row.id, agent: row.agent, user: row.user_id, channel: row.channel, kind: kindOf(row.kind) },
    ...{ createdAt: timeOf(row.created_at), updatedAt: timeOf(row.updated_at), events: row.events, calls: row.calls },
  }
}

/** A version of later times may know kinds that this one does not. */
function kindOf(kind: string | null): SessionKind {
  return sessionKinds.find((known) => known === kind) ?? 'direct'
}

function shownNode({ parent, tool, status, position, time: at, ...rest }: SessionNode) {
  return {
    ...rest,
    ...{ parent: parent ?? null, tool: tool ?? null, status: status ?? null },
    position: String(position),
    time: timeOf(at),
  }
}

const listSessions = defineRoute({
  ...{ method: 'GET', path: '/sessions', operation: 'listSessions', tag, role: 'member', scope: 'sessions:read' },
  summary: 'List recorded sessions, latest first',
  query: z.strictObject({
    ...pageQuery,
    kind: z.enum(sessionKinds).optional().describe('Only sessions of this kind.'),
    agent: z.string().min(1).max(200).optional().describe('Only sessions of this agent.'),
  }),
  answer: pageOf(session),
  handle: async ({ query }, { gateway: { cursors, database }, caller }) => {
    const { kind = '', agent = '' } = query
    const [{ owner, agents }, list] = [sightOf(caller), ['sessions', callerId(caller), kind, agent]]
    const start = cursors.read(query, list)
    const [at = String(Number.MAX_SAFE_INTEGER), id = ''] = start.after?.split(' ') ?? []
    const find = owner === '' ? sessionsBefore.all : sessionsBefore.ofUser
    const rows = await database.all(find, owner, agents, Number(at), id, start.limit + 1, kind, agent)
    const page = cursors.page(rows, start, { list, keyOf: (row) => `${row.created_at} ${row.id}` })
    const heads = await incidentsAndTitles(
      page.items.map((row) => row.id),
      database,
    )
    return { ...page, items: page.items.map((row) => ({ ...shownSession(row), ...heads.get(row.id) })) }
  },
})

const getSession = defineRoute({
  ...{ method: 'GET', path: '/sessions/{id}', operation: 'getSession', tag, role: 'member', scope: 'sessions:read' },
  summary: 'One recorded session',
  params,
  answer: session,
  handle: async ({ params: { id } }, context) => {
    const { agent, user, channel, kind, createdAt, updatedAt, ...rest } = await needSession(id, context)
    const names = { agent: agent ?? null, user: user ?? null, channel: channel ?? null, kind: kindOf(kind) }
    const heads = await incidentsAndTitles([id], context.gateway.database)
    return { ...rest, ...names, createdAt: timeOf(createdAt), updatedAt: timeOf(updatedAt), ...heads.get(id) }
  },
})

const listNodes = defineRoute({
  ...{ method: 'GET', path: '/sessions/{id}/nodes', operation: 'listSessionNodes', tag, role: 'member' },
  scope: 'sessions:read',
  summary: 'The runs, turns and calls of a session in their order',
  params,
  query: z.strictObject(pageQuery),
  answer: pageOf(node),
  handle: async ({ params: { id }, query }, context) => {
    await needSession(id, context)
    const nodes = (await listSessionNodes(context.gateway.database, id)).map(shownNode)
    const list = ['nodes', id, callerId(context.caller)]
    return pageInMemory(context.gateway.cursors, nodes, { query, list, keyOf: (each) => `${each.position} ${each.id}` })
  },
})

const since = sincePosition.describe('A position, as `asOf` of an earlier answer: only what was recorded after it.')

const listSessionEvents = defineRoute({
  ...{ method: 'GET', path: '/sessions/{id}/events', operation: 'listSessionEvents', tag, role: 'member' },
  scope: 'sessions:read',
  summary: 'The events of a session in the order in which they were recorded',
  description:
    'With `Accept: text/event-stream` they are a stream that goes on: each has its position as id, and `Last-Event-ID` goes on behind one, on any node. What is not recorded comes as events named `passing`.',
  params,
  query: z.strictObject({ ...pageQuery, since }),
  answer: pageOf(event),
  handle: async ({ params: { id }, query }, context) => {
    await needSession(id, context)
    if (wantsStream(context)) return streamOf(context, id, lastEventId(context) ?? 0)
    const { cursors, database } = context.gateway
    const list = ['session events', id, query.since ?? '', callerId(context.caller)]
    const start = cursors.read(query, list)
    const asOf = start.asOf ?? (await positionOf(database))
    const rows = await database.all(sessionEventsAfter, id, Number(start.after ?? query.since ?? 0), start.limit + 1)
    const page = cursors.page(rows, start, { list, asOf, keyOf: ({ position }) => String(position) })
    return { ...page, items: page.items.map(shownEvent) }
  },
})

const listAudit = defineRoute({
  ...{ method: 'GET', path: '/audit', operation: 'listAudit', tag: 'audit', role: 'member', scope: 'audit:read' },
  summary: 'List recorded events, latest first',
  description: 'The list is pinned at the position of its first page, so that pages neither shift nor repeat.',
  query: z.strictObject({
    ...pageQuery,
    event: z.string().max(100).optional().describe('Only events of this type.'),
    session: z.string().max(200).optional(),
  }),
  answer: pageOf(event),
  handle: async ({ query }, { gateway: { cursors, database }, caller }) => {
    const { event: type = '', session: wanted = '' } = query
    const list = ['audit', type, wanted, callerId(caller)]
    const start = cursors.read(query, list)
    const asOf = start.asOf ?? (await positionOf(database))
    const before = start.after === undefined ? Number(asOf) + 1 : Number(start.after)
    const find = eventsBefore[narrowingOf({ type, session: wanted })]
    const { owner, agents } = sightOf(caller)
    const rows = await database.all(find, before, type, wanted, owner, agents, start.limit + 1)
    const page = cursors.page(rows, start, { list, asOf, keyOf: ({ position }) => String(position) })
    return { ...page, items: page.items.map(shownEvent) }
  },
})

const exportRecord = defineRoute({
  ...{ method: 'GET', path: '/audit/export', operation: 'exportAudit', tag: 'audit', role: 'member' },
  scope: 'audit:read',
  summary: 'Every recorded event that matches, earliest first, as a file',
  description:
    'The first line says how many events follow, the first and the last position, and the end of the chain at the beginning of the export. What is recorded meanwhile is not part of it.',
  query: z.strictObject({
    format: z.enum(['jsonl', 'csv']).default('jsonl'),
    event: z.string().max(100).default('').describe('Only events of this type.'),
    session: z.string().max(200).default(''),
  }),
  answer: z.string(),
  answerType: 'application/jsonl',
  handle: async ({ query: { format, event: type, session: wanted } }, { gateway, caller, headers }) => {
    headers.set('content-type', format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8')
    headers.set('content-disposition', `attachment; filename="audit.${format}"`)
    const filter = { event: type, session: wanted, ...sightOf(caller) }
    return new Response(
      ReadableStream.from(exportAudit(gateway, { format, filter })).pipeThrough(new TextEncoderStream()),
      { headers },
    )
  },
})

const verify = defineRoute({
  ...{
    method: 'POST',
    path: '/audit/verify',
    operation: 'verifyAudit',
    tag: 'audit',
    role: 'operator',
    scope: 'audit:read',
  },
  summary: 'Check that nothing of the record was changed',
  answer: z.looseObject({ status: z.enum(['sound', 'broken']) }),
  handle: (_, { gateway }) => verifyAudit(gateway.database),
})

export const sessionRoutes: readonly Route[] = [
  listSessions,
  getSession,
  listNodes,
  listSessionEvents,
  listAudit,
  exportRecord,
  verify,
]
