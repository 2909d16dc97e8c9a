import { DrawbridgeError } from '@drawbridge/core'
import type { House, PageRow, Room, RouteRequest, RouteRow } from '@drawbridge/room'
import { objectionToRoutes } from './check-routes.ts'

/** One page that a room adds to the dashboard. */
export interface RoomPage {
  readonly room: string
  readonly row: PageRow
}

/** One operation that a room adds to the HTTP interface. */
export interface RoomRoute {
  /** The name of the room, below which it is mounted. */
  readonly room: string
  readonly row: RouteRow
  /** Carries it out with the section that the room has now. */
  handle(request: RouteRequest): Promise<unknown>
}

/**
 * Loads the operations of rooms.
 * @throws DrawbridgeError `invalid_configuration` if a room has one that cannot be mounted.
 */
export async function loadRoutes(
  rooms: readonly Room[],
  { house, sectionFor }: { readonly house: House; sectionFor(room: Room): unknown },
): Promise<readonly RoomRoute[]> {
  const loaded = await Promise.all(
    rooms.map(async (room): Promise<readonly RoomRoute[]> => {
      const rows = (await room.loadRoutes?.()) ?? []
      const objection = objectionToRoutes(room.name, rows)
      if (objection !== undefined)
        throw new DrawbridgeError('invalid_configuration', `The room "${room.name}" ${objection}`)
      return rows.map((row) => ({
        room: room.name,
        row,
        handle: (request) => row.handle(request as RouteRequest, house, sectionFor(room)),
      }))
    }),
  )
  return loaded.flat()
}
