import { z } from 'zod'
import { callerId } from '../../caller/caller.ts'
import { refuse } from '../../problem/problem.ts'
import { pageOf, pageQuery } from '../../route/page.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { time, timeOf } from '../account/account-schemas.ts'
import { needSession } from './own-session.ts'
import { beginningsSince, type RecordedCall, readCall, readCalls } from './recorded-calls.ts'
import { callsAfter } from './session-rows.ts'
import { positionOf, sincePosition } from './since-position.ts'

const milliseconds = z.number().optional()

const call = z
  .strictObject({
    id: z.string(),
    tool: z.string(),
    status: z.string().describe('`queued`, `asked`, `running`, `ok`, `failed`, `denied`, `cancelled`, `interrupted`.'),
    line: z.string().optional().describe('The first text among its arguments, at most 200 characters.'),
    receivedAt: time,
    endedAt: time.optional(),
    wasAsked: z.boolean().optional().describe('True if a person was asked.'),
    timings: z
      .strictObject({
        gates: milliseconds,
        approval: milliseconds,
        locks: milliseconds,
        execution: milliseconds,
        exit: milliseconds,
      })
      .optional()
      .describe('The duration of each stage in milliseconds. One that did not occur is absent.'),
  })
  .meta({ id: 'SessionCall' })

const part = z.unknown().optional()
const whole = call
  .extend({
    agent: z.string().nullable().describe('The agent that made it; null for a program without one.'),
    input: part,
    result: part,
    decision: part,
    targets: part,
    flow: part,
    approval: part,
  })
  .meta({ id: 'SessionCallDetail' })

const common = { tag: 'sessions', role: 'member', scope: 'sessions:read' } as const

function shown({ receivedAt, endedAt, ...rest }: RecordedCall) {
  return {
    ...rest,
    receivedAt: timeOf(receivedAt),
    ...(endedAt === undefined ? {} : { endedAt: timeOf(endedAt) }),
  }
}

const listSessionCalls = defineRoute({
  ...{ method: 'GET', path: '/sessions/{id}/calls', operation: 'listSessionCalls', ...common },
  summary: 'The calls of a session in their order, without their content',
  params: z.strictObject({ id: z.string().min(1).max(200) }),
  query: z.strictObject({
    ...pageQuery,
    since: sincePosition.describe(
      'A position, as `asOf` of an earlier answer: only the calls that changed or began after it.',
    ),
  }),
  answer: pageOf(call),
  handle: async ({ params: { id }, query }, context) => {
    await needSession(id, context)
    const { cursors, database } = context.gateway
    const list = ['session calls', id, query.since ?? '', callerId(context.caller)]
    const start = cursors.read(query, list)
    // Read first: what is recorded meanwhile is listed again by the next one who asks what came since.
    const asOf = start.asOf ?? (await positionOf(database))
    const [after, limit] = [Number(start.after ?? 0), start.limit + 1]
    const rows =
      query.since === undefined
        ? await database.all(callsAfter, id, after, limit)
        : await beginningsSince(database, id, { since: Number(query.since), after, limit })
    const page = cursors.page(rows, start, { list, asOf, keyOf: ({ position }) => String(position) })
    return { ...page, items: (await readCalls(database, id, page.items)).map(shown) }
  },
})

const getSessionCall = defineRoute({
  ...{ method: 'GET', path: '/sessions/{id}/calls/{call}', operation: 'getSessionCall', ...common },
  summary: 'Everything that was recorded of one call',
  params: z.strictObject({ id: z.string().min(1).max(200), call: z.string().min(1).max(200) }),
  answer: whole,
  handle: async ({ params }, context) => {
    const session = await needSession(params.id, context)
    const found = await readCall(context.gateway.database, params.id, params.call)
    if (found === undefined) return refuse('not_found', 'The session has no such call.')
    return { ...shown(found), agent: found.agent ?? session.agent ?? null }
  },
})

export const callRoutes: readonly Route[] = [listSessionCalls, getSessionCall]
