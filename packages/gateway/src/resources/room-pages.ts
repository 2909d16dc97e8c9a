import { DrawbridgeError } from '@drawbridge/core'
import type { PageField, PageRow } from '@drawbridge/room'
import type { Drawbridge } from '@drawbridge/sdk'
import type { RouteFacts } from '../route/route-facts.ts'

/** A page of a room, with the place from which the dashboard reads it. */
export interface ShownRoomPage {
  /** The room and the path of the page, such as `weather/stations`. */
  readonly id: string
  /** The name of the room, which is the topic of its changes too. */
  readonly room: string
  readonly title: string
  readonly group: NonNullable<PageRow['group']>
  /** The operation that lists its items. */
  readonly operation: string
  /** The path of that operation below `/v1`. */
  readonly path: string
  readonly key: string
  readonly fields: readonly PageField[]
  readonly empty: string | null
}

/**
 * Returns the pages that rooms bring.
 * @throws DrawbridgeError `invalid_configuration` for a page whose list its room does not have.
 */
export function pagesOfRooms(
  { pages }: Pick<Drawbridge, 'pages'>,
  routes: readonly RouteFacts[],
): readonly ShownRoomPage[] {
  return pages.map(({ room, row }) => {
    const { path, title, group = 'work', list, key = 'id', fields, empty = null } = row
    const route = routes.find(({ tag, operation }) => tag === room && operation === list)
    if (route === undefined || route.method !== 'GET' || route.path.includes('{'))
      throw new DrawbridgeError(
        'invalid_configuration',
        `The page "${path}" of the room "${room}" shows "${list}", which is not an operation of the room that lists without parameters.`,
      )
    const id = `${room}${path === '/' ? '' : path}`
    return { id, room, title, group, operation: list, path: route.path, key, fields, empty }
  })
}
