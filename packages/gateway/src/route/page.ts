import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Database, statement } from '@drawbridge/store/database'
import { z } from 'zod'
import { refuse } from '../problem/problem.ts'

/** The parameters of every list. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('The greatest number of items.'),
  cursor: z.string().max(2_000).optional().describe('The value of `next` of the page before.'),
}

/** A page of a list, as the API answers it. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    items: z.array(item),
    next: z.string().nullable().describe('The cursor of the next page; null at the end.'),
    asOf: z.string().nullable().describe('The position at which the list was looked at first.'),
  })
}

/** The place in a list at which a page begins. */
export interface PageStart {
  readonly limit: number
  /** The key of the last item of the page before. */
  readonly after: string | undefined
  /** The position at which the first page was read. */
  readonly asOf: string | undefined
}

/** Signs the cursors of lists, so that they can neither be made up nor used for another list or by another caller. */
export interface Cursors {
  /**
   * Reads where a page begins. Refuses a cursor of another list, filter or caller.
   * @param list The name of the list, its filter and its caller.
   */
  read(query: { readonly limit: number; readonly cursor?: string | undefined }, list: readonly unknown[]): PageStart
  /** Returns a page of items. One more than the limit was looked for, so that the end is known. */
  page<Item>(
    items: readonly Item[],
    start: PageStart,
    rest: { keyOf(item: Item): string; readonly list: readonly unknown[]; readonly asOf?: string | undefined },
  ): { readonly items: readonly Item[]; readonly next: string | null; readonly asOf: string | null }
}

/** @param secret Known to all nodes of a database, and to nobody else. */
export function createCursors(secret: string): Cursors {
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)
  return {
    read: ({ limit, cursor }, list) => {
      if (cursor === undefined) return { limit, after: undefined, asOf: undefined }
      const [payload = '', signature = ''] = cursor.split('.')
      const expected = Buffer.from(sign(payload))
      const given = Buffer.from(signature)
      if (expected.length !== given.length || !timingSafeEqual(expected, given))
        refuse('cursor_mismatch', 'The cursor is not one of this server.')
      const [after, asOf, hash] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
        string,
        string | null,
        string,
      ]
      if (hash !== hashOfList(list))
        refuse('cursor_mismatch', 'Begin the list again: its filter or its caller is another.')
      return { limit, after, asOf: asOf ?? undefined }
    },
    page: (items, { limit, asOf: pinned }, { keyOf, list, asOf = pinned }) => {
      const shown = items.slice(0, limit)
      const last = shown.at(-1)
      const isEnd = items.length <= limit || last === undefined
      const payload = isEnd
        ? ''
        : Buffer.from(JSON.stringify([keyOf(last), asOf ?? null, hashOfList(list)])).toString('base64url')
      return { items: shown, next: isEnd ? null : `${payload}.${sign(payload)}`, asOf: asOf ?? null }
    },
  }
}

/** Returns one page of a list that is in memory as a whole, in its order. */
export function pageInMemory<Item>(
  cursors: Cursors,
  items: readonly Item[],
  {
    query,
    list,
    keyOf,
  }: {
    readonly query: { readonly limit: number; readonly cursor?: string | undefined }
    readonly list: readonly unknown[]
    keyOf(item: Item): string
  },
) {
  const start = cursors.read(query, list)
  const { after } = start
  const from = after === undefined ? 0 : items.findIndex((item) => keyOf(item) === after) + 1
  // The item that the cursor names is gone: the list is in order, so the next one is the first that is behind it.
  const begin = after !== undefined && from === 0 ? items.findIndex((item) => keyOf(item) > after) : from
  return cursors.page(begin < 0 ? [] : items.slice(begin, begin + start.limit + 1), start, { keyOf, list })
}

function hashOfList(list: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 16)
}

const select = statement<[], { secret: string }>('select secret from gateway_cursor_secret where id = 1')
const insert = statement<[secret: string]>(
  'insert into gateway_cursor_secret (id, secret) values (1, $1) on conflict (id) do nothing',
)

/** Returns the secret with which all nodes of a database sign cursors; made by the first of them. */
export async function readCursorSecret(database: Database): Promise<string> {
  const known = await database.get(select)
  if (known !== undefined) return known.secret
  await database.run(insert, randomBytes(32).toString('base64url'))
  return (await database.get(select))?.secret ?? ''
}
