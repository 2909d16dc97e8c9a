import {
  defineRoomRoute,
  type House,
  isOperator,
  nothingFound,
  type RouteCaller,
  type RouteRow,
} from '@drawbridge/room'
import { visiblePlaces } from '@drawbridge/room/place'
import { z } from 'zod'
import { vouchForSource, withdrawSource } from './graph/change-graph.ts'
import { findGraphId } from './graph/open-graph.ts'
import { searchGraph } from './graph/search-graph.ts'
import { dataOfFact, entityId } from './render-graph.ts'
import type { KnowledgeSection } from './section.ts'

type Row = RouteRow<KnowledgeSection>

const owner = {
  agent: z.string().min(1).max(200).default('default'),
  user: z.string().min(1).max(200).optional().describe('Default: the caller. Others are for operators.'),
}

const search: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/graph', operation: 'searchKnowledge', role: 'member', scope: 'knowledge:read' },
  summary: 'Show entities and the facts that connect them, as of a time',
  mayFindNothing: true,
  query: z.strictObject({
    ...owner,
    q: z.string().max(2_000).optional().describe('A name, or words of names. Default: what was named last.'),
    depth: z.coerce.number().int().min(0).max(5).default(2),
    asOf: z.iso.datetime().optional().describe('Facts that hold at this time. Default: now.'),
    knownAt: z.iso.datetime().optional().describe('Facts as they were known at this time. Default: now.'),
  }),
  answer: z
    .strictObject({
      entities: z.array(
        z.strictObject({ id: z.string(), name: z.string(), type: z.string(), trust: z.string(), depth: z.number() }),
      ),
      facts: z.array(z.record(z.string(), z.unknown())),
      more: z.boolean().describe('True if there are more facts than a search follows.'),
    })
    .meta({ id: 'KnowledgeGraph' }),
  handle: async ({ query, caller }, house) => {
    const places = placesFor(caller, query)
    if (places === undefined) return nothingFound
    const database = await house.database.find()
    if (database === undefined) return { entities: [], facts: [], more: false }
    const ids = await Promise.all(places.map((place) => findGraphId(database, place)))
    const isNamed = query.q !== undefined && query.q.trim() !== ''
    const found = await searchGraph(
      database,
      ids.filter((id) => id !== undefined),
      {
        ...{ query: isNamed ? query.q : undefined, depth: query.depth, count: isNamed ? 10 : 50 },
        asOf: query.asOf === undefined ? house.clock.now() : Date.parse(query.asOf),
        knownAt: query.knownAt === undefined ? undefined : Date.parse(query.knownAt),
      },
    )
    const entities = found.entities.map(({ id, ...rest }) => ({ id: entityId(id), ...rest }))
    return { entities, facts: found.facts.map(dataOfFact), more: found.isCut }
  },
})

const ofSource = z.strictObject({ ...owner, source: z.string().min(1).max(4_000) })
const counted = z.strictObject({ count: z.number() })

/** Handles a change to what one source said, in each place that the caller may change. The change resolves to how many facts it met. */
function changing(change: (...given: Parameters<typeof withdrawSource>) => Promise<number>) {
  return async (
    { body, caller }: { readonly body: z.output<typeof ofSource>; readonly caller: RouteCaller },
    house: Pick<House, 'database' | 'clock'>,
  ) => {
    const places = placesFor(caller, body)
    if (places === undefined) return nothingFound
    const database = await house.database.obtain()
    let count = 0
    for (const place of places.filter(mayChange(caller)))
      count += await change(database, place, body.source, house.clock.now())
    return count === 0 ? nothingFound : { count }
  }
}

const forget: Row = defineRoomRoute({
  ...{ method: 'POST', path: '/forget', operation: 'forgetKnowledge', role: 'member', scope: 'knowledge:write' },
  summary: 'Withdraw everything that one source said',
  mayFindNothing: true,
  body: ofSource,
  answer: counted,
  handle: changing(withdrawSource),
})

const vouch: Row = defineRoomRoute({
  ...{ method: 'POST', path: '/vouch', operation: 'vouchForKnowledge', role: 'member', scope: 'knowledge:write' },
  ...{ summary: 'Say that what one source said may be relied on', human: true },
  mayFindNothing: true,
  body: ofSource,
  answer: counted,
  handle: changing(async (...given) => (await vouchForSource(...given)).length),
})

/** The operations on knowledge, each the same as a command has. */
export const knowledgeRoutes: readonly Row[] = [search, forget, vouch]

/** Returns the places that are meant; undefined if they are those of somebody else. */
function placesFor(
  caller: RouteCaller,
  { agent, user }: { readonly agent: string; readonly user?: string | undefined },
) {
  if (user !== undefined && user !== caller.user && !isOperator(caller)) return undefined
  return visiblePlaces({ agent, user: user ?? caller.user }, '')
}

/** Returns what tells the places that a caller may change: that of all users of an agent is changed by operators alone. */
function mayChange(caller: RouteCaller) {
  return ({ user }: { readonly user: string }) => user !== '' || isOperator(caller)
}
