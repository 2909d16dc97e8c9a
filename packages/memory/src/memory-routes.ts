import {
  defineRoomRoute,
  type House,
  isOperator,
  nothingFound,
  type RouteCaller,
  type RouteRow,
} from '@drawbridge/room'
import { type MemoryPlace, visiblePlaces } from '@drawbridge/room/place'
import { z } from 'zod'
import { idOfDocument, readDocumentId } from './document/document-id.ts'
import { forgetAll } from './document/forget-all.ts'
import {
  type ListedDocument,
  labelDocument,
  listDocuments,
  listPlaces,
  readDocument,
} from './document/memory-documents.ts'
import { saveDocument } from './document/save-document.ts'
import { searchMemory } from './search/search-memory.ts'
import type { MemorySection } from './section.ts'
import { searchOf } from './tools/memory-of-caller.ts'

const owner = {
  agent: z.string().min(1).max(200).default('default'),
  user: z.string().min(1).max(200).optional().describe('Default: the caller. Others are for operators.'),
}

const document = z
  .strictObject({
    id: z.string(),
    title: z.string().describe('Its path.'),
    agent: z.string(),
    user: z.string().nullable().describe('Null: for all users of the agent.'),
    project: z.string().nullable(),
    trust: z.enum(['trusted', 'untrusted']),
    source: z.string().nullable().describe('Where untrusted text came from.'),
    characters: z.number(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'MemoryDocument' })

const id = z.strictObject({ id: z.string().max(4_000) })

type Row = RouteRow<MemorySection>

const list: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/', operation: 'listMemory', role: 'member', scope: 'memory:read' },
  summary: 'List what is remembered: by members their own, by operators everything',
  list: { item: document, keyOf: ({ id: key }: { readonly id: string }) => key },
  handle: async ({ caller }, house) => {
    const database = await house.database.find()
    if (database === undefined) return []
    const places = (await listPlaces(database)).filter((place) => mayRead(caller, place))
    return (await Promise.all(places.map((place) => listDocuments(database, place)))).flat().map(shown)
  },
})

const search: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/search', operation: 'searchMemory', role: 'member', scope: 'memory:read' },
  summary: 'Search what an agent remembers for a user, as the agent would',
  mayFindNothing: true,
  query: z.strictObject({ q: z.string().min(1).max(2_000), ...owner }),
  answer: z.strictObject({
    items: z.array(
      z.strictObject({
        title: z.string(),
        lines: z.array(z.number()).length(2),
        quality: z.string(),
        text: z.string(),
        trust: z.string(),
        source: z.string().nullable(),
      }),
    ),
    degraded: z.string().nullable(),
  }),
  handle: async ({ query: { q, agent, user }, caller }, house, section: MemorySection | undefined) => {
    const database = await house.database.find()
    const place = { agent, user: user ?? caller.user, project: '' }
    if (!mayRead(caller, place)) return nothingFound
    if (database === undefined) return { items: [], degraded: null }
    const { hits, degraded } = await searchMemory(
      await searchOf(house, section, database),
      visiblePlaces(place, ''),
      { query: q, count: 20 },
      AbortSignal.timeout(30_000),
    )
    const items = hits.map(({ path: title, firstLine, lastLine, quality, text, trust, source }) => ({
      ...{ title, lines: [firstLine, lastLine], quality, text, trust, source: source === '' ? null : source },
    }))
    return { items, degraded: degraded ?? null }
  },
})

const show: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/{id}', operation: 'getMemory', role: 'member', scope: 'memory:read' },
  summary: 'Show a remembered document with its text',
  params: id,
  answer: document.extend({ text: z.string() }).meta({ id: 'MemoryText' }),
  handle: async ({ params, caller }, house) => {
    const found = await find(params.id, caller, house)
    return found === undefined
      ? nothingFound
      : { ...shown({ ...found, characters: found.text.length }), text: found.text }
  },
})

const add: Row = defineRoomRoute({
  ...{ method: 'POST', path: '/', operation: 'addMemory', role: 'member', scope: 'memory:write', human: true },
  summary: 'Remember a text, as one of the caller or of a user whom an operator names',
  mayFindNothing: true,
  body: z.strictObject({
    ...owner,
    title: z.string().regex(/^[\w][\w. -]{0,99}$/, 'A file name, such as notes.md.'),
    text: z.string().min(1).max(4_000_000),
  }),
  answer: z.strictObject({ title: z.string() }),
  handle: async ({ body: { agent, user, title, text }, caller }, { database, clock }) => {
    const place = { agent, user: user ?? caller.user, project: '' }
    if (!mayRead(caller, place)) return nothingFound
    const path = await saveDocument(
      await database.obtain(),
      { place, path: `memory/${title}`, text, label: { trust: 'trusted', source: '' } },
      clock,
    )
    return { title: path }
  },
})

const forget: Row = defineRoomRoute({
  ...{ method: 'DELETE', path: '/{id}', operation: 'forgetMemory', role: 'member', scope: 'memory:write' },
  summary: 'Forget a document: one of all users of an agent is hidden from the caller alone',
  params: id,
  handle: async ({ params, caller }, house) => {
    const found = await find(params.id, caller, house)
    if (found === undefined) return nothingFound
    const { agent, user, project } = found.place
    const places = visiblePlaces({ agent, user: user === '' ? caller.user : user }, project)
    const { paths } = await forgetAll(house, await house.database.obtain(), places, { path: found.path })
    return paths.length > 0 ? undefined : nothingFound
  },
})

const vouch: Row = defineRoomRoute({
  ...{ method: 'POST', path: '/{id}/vouch', operation: 'vouchForMemory', role: 'member', scope: 'memory:write' },
  human: true,
  summary: 'Say that a document of a stranger may be relied on',
  params: id,
  handle: async ({ params, caller }, house) => {
    const found = await find(params.id, caller, house)
    if (found === undefined || (found.place.user === '' && !isOperator(caller))) return nothingFound
    await labelDocument(await house.database.obtain(), found.place, found.path, { trust: 'trusted', source: '' })
    return undefined
  },
})

/** The operations on memory, each the same as a command or tool has. */
export const memoryRoutes: readonly Row[] = [list, search, show, add, forget, vouch]

function mayRead(caller: RouteCaller, { user }: Pick<MemoryPlace, 'user'>): boolean {
  return isOperator(caller) || user === '' || user === caller.user
}

function shown({ place, path, trust, source, characters, modifiedMs }: Omit<ListedDocument, 'origin'>) {
  const orNull = (text: string) => (text === '' ? null : text)
  const { agent, user, project } = place
  return {
    id: idOfDocument({ place, path }),
    ...{ title: path, agent, user: orNull(user), project: orNull(project) },
    ...{ trust, source: orNull(source), characters, updatedAt: new Date(modifiedMs).toISOString() },
  }
}

/** Returns the document behind an id; undefined if there is none, or not for this caller. */
async function find(given: string, caller: RouteCaller, { database }: Pick<House, 'database'>) {
  const named = readDocumentId(given)
  if (named === undefined) return undefined
  const { place, path } = named
  const connection = mayRead(caller, place) ? await database.find() : undefined
  return connection && readDocument(connection, [place], path)
}
