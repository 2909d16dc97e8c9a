import { DrawbridgeError } from '@drawbridge/core'
import {
  defineRoomRoute,
  type House,
  isOperator,
  nothingFound,
  type RouteCaller,
  type RouteRow,
} from '@drawbridge/room'
import { needKnownAgents } from '@drawbridge/room/agents'
import { z } from 'zod'
import { checkLinkSettings } from './link/link.ts'
import { listLinks, removeLink, saveLink } from './link/link-store.ts'
import type { DelegationKeeper } from './run/create-delegations.ts'
import { createDelegationStore, type DelegationRecord } from './run/delegation-store.ts'
import type { DelegationSection } from './section.ts'

type Row = RouteRow<DelegationSection>

const agent = z.string().min(1).max(200)
const id = z.strictObject({ id: z.string().min(1).max(100) })
const pair = z.strictObject({ source: agent, target: agent })

const delegation = z
  .strictObject({
    id: z.string(),
    source: z.string(),
    target: z.string(),
    user: z.string(),
    session: z.string().describe('The session of the source. That of the target has the id of the delegation.'),
    label: z.string(),
    state: z.string(),
    message: z.string().nullable(),
    passed: z.boolean().nullable().describe('True if all quality gates passed the work. Null if none judged it.'),
    revisions: z.number(),
    feedback: z.string().nullable(),
    createdAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Delegation' })

const link = z
  .strictObject({
    source: z.string(),
    target: z.string(),
    direction: z.enum(['outbound', 'bidirectional']),
    settings: z.record(z.string(), z.unknown()).nullable().describe('Null if they cannot be read: the link is closed.'),
  })
  .meta({ id: 'AgentLink' })

/** The most delegations that a list has. */
const mostListed = 10_000

const list: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/', operation: 'listDelegations', role: 'member', scope: 'delegations:read' },
  summary: 'List the delegations, the latest first: your own, or those of all for an operator',
  query: z.strictObject({
    agent: agent.optional().describe('Only those from or to this agent.'),
    state: z.string().max(20).optional().describe('`running`, or the state in which they ended.'),
  }),
  list: { item: delegation, keyOf: ({ id: key }: { readonly id: string }) => key },
  handle: async ({ query, caller }, house) => {
    const store = await storeOf(house)
    const all = (await store?.newest(mostListed)) ?? []
    return all
      .filter((each) => maySee(caller, each))
      .filter(({ source, target }) => query.agent === undefined || query.agent === source || query.agent === target)
      .filter(({ state }) => query.state === undefined || query.state === state)
      .map(shown)
  },
})

const show: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/runs/{id}', operation: 'getDelegation', role: 'member', scope: 'delegations:read' },
  summary: 'Show a delegation with its report',
  params: id,
  answer: delegation.extend({ text: z.string() }).meta({ id: 'DelegationReport' }),
  handle: async ({ params, caller }, house) => {
    const found = await findOwn(params.id, caller, house)
    return found === undefined ? nothingFound : { ...shown(found), text: found.text }
  },
})

const cancel: Row = defineRoomRoute({
  ...{ method: 'POST', path: '/runs/{id}/cancel', operation: 'cancelDelegation', role: 'member' },
  ...{ scope: 'delegations:write', human: true },
  summary: 'End a delegation that this gateway runs',
  params: id,
  answer: delegation,
  handle: async ({ params, caller }, house) => {
    const found = await findOwn(params.id, caller, house)
    if (found === undefined) return nothingFound
    if (found.state !== 'running')
      throw new DrawbridgeError('invalid_option', `The delegation "${found.id}" has ended: ${found.state}.`)
    const keeper = (await house.service('delegations')) as unknown as DelegationKeeper
    await keeper.cancel(found.id, `The user "${caller.user}" cancelled it.`)
    const now = (await (await storeOf(house))?.find(found.id)) ?? found
    if (now.state === 'running')
      throw new DrawbridgeError(
        'invalid_option',
        `The delegation "${found.id}" runs in another process. Cancel it there, with agent.delegate.`,
      )
    return shown(now)
  },
})

const links: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/links', operation: 'listAgentLinks', role: 'operator', scope: 'delegations:read' },
  summary: 'List the links along which agents give work to each other',
  list: { item: link, keyOf: ({ source, target }: z.output<typeof pair>) => JSON.stringify([source, target]) },
  handle: async (_, house) => {
    const database = await house.database.find()
    const all = database === undefined ? [] : await listLinks(database)
    return all.map((each) => ({ ...each, settings: each.settings ?? null }))
  },
})

const save: Row = defineRoomRoute({
  ...{ method: 'PUT', path: '/links/{source}/{target}', operation: 'saveAgentLink', role: 'operator' },
  ...{ scope: 'delegations:write', human: true },
  summary: 'Let an agent give work to another one, or change under which conditions',
  params: pair,
  mayFindNothing: false,
  body: z.strictObject({
    direction: z.enum(['outbound', 'bidirectional']).default('outbound'),
    settings: z.record(z.string(), z.unknown()).default({}),
  }),
  answer: link,
  handle: async ({ params, body: { direction, settings }, caller: { user: by } }, house) => {
    const made = { ...params, direction, settings: checkLinkSettings(settings) }
    await needKnownAgents(house, [params.source, params.target])
    await saveLink(await house.database.obtain(), made, { now: house.clock.now(), by })
    return made
  },
})

const remove: Row = defineRoomRoute({
  ...{ method: 'DELETE', path: '/links/{source}/{target}', operation: 'removeAgentLink', role: 'operator' },
  ...{ scope: 'delegations:write', human: true },
  summary: 'Remove a link; delegations along it that have begun go on',
  params: pair,
  handle: async ({ params, caller: { user: by } }, house) => {
    const database = await house.database.find()
    const isRemoved = database !== undefined && (await removeLink(database, params, { now: house.clock.now(), by }))
    return isRemoved ? undefined : nothingFound
  },
})

/** The operations on delegations and links, each the same as a command or tool has. */
export const delegationRoutes: readonly Row[] = [list, show, cancel, links, save, remove]

/** A delegation of others is as unknown as one that does not exist. */
function maySee(caller: RouteCaller, { user }: Pick<DelegationRecord, 'user'>): boolean {
  return isOperator(caller) || caller.user === user
}

async function storeOf(house: Pick<House, 'database' | 'clock'>) {
  const database = await house.database.find()
  return database && createDelegationStore(database, house.clock)
}

async function findOwn(given: string, caller: RouteCaller, house: Pick<House, 'database' | 'clock'>) {
  const found = await (await storeOf(house))?.find(given)
  return found !== undefined && maySee(caller, found) ? found : undefined
}

function shown({
  text: _,
  skipsGates: __,
  createdAt,
  endedAt,
  isPassed,
  message,
  feedback,
  ...each
}: DelegationRecord) {
  return {
    ...each,
    ...{ message: message ?? null, passed: isPassed ?? null, feedback: feedback ?? null },
    ...{ createdAt: isoTime(createdAt), endedAt: endedAt === undefined ? null : isoTime(endedAt) },
  }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
