import { DrawbridgeError } from '@drawbridge/core'
import { type ListPageRow, type PagePlace, pageGroups, type ViewPageRow } from '@drawbridge/room'
import type { Drawbridge } from '@drawbridge/sdk'
import type { RouteFacts } from '../route/route-facts.ts'
import { type OwnPageRow, ownPages } from './own-pages.ts'

/** The groups of the navigation, in their order. */
export const shownGroups = [...pageGroups, 'own'] as const

interface PageEntry {
  readonly id: string
  /** The name of the room, which is the topic of its changes too; `gateway` for the pages of no room. */
  readonly room: string
  readonly title: string
  readonly group: (typeof shownGroups)[number]
  readonly icon: NonNullable<PagePlace['icon']>
  readonly shortcut: string | null
  /** The beginning of its address in the dashboard. */
  readonly address: string
  /** The operation that a person must be allowed to use, to see the page. */
  readonly operation: string
}

/** An entry of the navigation of the dashboard, with what the page shows: code of the dashboard by its name, or a list. */
export type ShownPage =
  | (PageEntry & { readonly kind: 'view'; readonly view: string })
  | (PageEntry & {
      readonly kind: 'list'
      /** The path of that operation below `/v1`. */
      readonly path: string
      readonly key: string
      readonly fields: ListPageRow['fields']
      readonly empty: string | null
    })

/**
 * Returns the navigation of the dashboard: the pages of the gateway and of the rooms that there are, in their order.
 * @throws DrawbridgeError `invalid_configuration` for a page whose operation its room does not have, and for two pages with one shortcut.
 */
export function shownPages({ pages }: Pick<Drawbridge, 'pages'>, routes: readonly RouteFacts[]): readonly ShownPage[] {
  const declared = [...ownPages.map((row) => ({ room: 'gateway', row })), ...pages].map(({ room, row }) => ({
    order: row.order ?? 1_000,
    page: 'view' in row ? viewPage(room, row, routes) : listPage(room, row, routes),
  }))
  const shortcuts = new Map<string, ShownPage>()
  for (const { page } of declared) {
    const other = page.shortcut === null ? undefined : shortcuts.get(page.shortcut)
    if (other !== undefined)
      throw new DrawbridgeError(
        'invalid_configuration',
        `The page "${page.id}" of the room "${page.room}" has the shortcut "${page.shortcut}", and so has "${other.id}". Choose another key.`,
      )
    if (page.shortcut !== null) shortcuts.set(page.shortcut, page)
  }
  const placeOf = ({ group }: ShownPage) => shownGroups.indexOf(group)
  return declared.toSorted((a, b) => placeOf(a.page) - placeOf(b.page) || a.order - b.order).map(({ page }) => page)
}

function viewPage(room: string, row: OwnPageRow | ViewPageRow, routes: readonly RouteFacts[]): ShownPage {
  const { view, needs } = row
  if (!routes.some(({ tag, operation }) => operation === needs && (room === 'gateway' || tag === room)))
    throw invalidPage(room, view, `needs "${needs}", which is not an operation of the room`)
  return { kind: 'view', id: view, room, ...entryOf(row), address: `/${view}`, operation: needs, view }
}

function listPage(room: string, row: ListPageRow, routes: readonly RouteFacts[]): ShownPage {
  const { path, list, key = 'id', fields, empty = null } = row
  const route = routes.find(({ tag, operation }) => tag === room && operation === list)
  if (route === undefined || route.method !== 'GET' || route.path.includes('{'))
    throw invalidPage(
      room,
      path,
      `shows "${list}", which is not an operation of the room that lists without parameters`,
    )
  const id = `${room}${path === '/' ? '' : path}`
  const place = { ...entryOf(row), address: `/rooms/${id}` }
  return { kind: 'list', id, room, ...place, operation: list, path: route.path, key, fields, empty }
}

function entryOf({ title, group = 'work', icon = 'puzzle', shortcut }: PagePlace | OwnPageRow) {
  return { title, group, icon, shortcut: shortcut ?? null }
}

function invalidPage(room: string, page: string, fault: string): DrawbridgeError {
  return new DrawbridgeError('invalid_configuration', `The page "${page}" of the room "${room}" ${fault}.`)
}
