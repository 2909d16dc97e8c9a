import { DrawbridgeError } from '@drawbridge/core'
import { nothingFound } from '@drawbridge/room'
import type { Drawbridge } from '@drawbridge/sdk'
import { z } from 'zod'
import { type Caller, callerId } from '../caller/caller.ts'
import { refuse } from '../problem/problem.ts'
import { pageInMemory, pageOf, pageQuery } from '../route/page.ts'
import type { Route } from '../route/route.ts'

type RoomRoute = Awaited<ReturnType<Drawbridge['loadRoutes']>>[number]
type PageOptions = Parameters<typeof pageInMemory>[2]

/**
 * Returns the operations that rooms bring, as operations of the API: below the name of the room, under the same checks as all others.
 * @throws DrawbridgeError `invalid_configuration` if two operations have one name.
 */
export async function routesOfRooms(
  { loadRoutes }: Pick<Drawbridge, 'loadRoutes'>,
  own: readonly Route[],
): Promise<readonly Route[]> {
  const routes = (await loadRoutes()).map(routeOf)
  const taken = new Set(own.map(({ operation }) => operation))
  for (const { operation, tag } of routes) {
    if (taken.has(operation))
      throw new DrawbridgeError(
        'invalid_configuration',
        `The room "${tag}" has the operation "${operation}", and so has another room or the gateway. Rename it.`,
      )
    taken.add(operation)
  }
  return routes
}

function routeOf({ room, row, handle }: RoomRoute): Route {
  const { list, query, answer, method, path, handle: _, ...facts } = row
  const shape = list === undefined ? {} : pageQuery
  return {
    ...facts,
    method,
    path: `/${room}${path === '/' ? '' : path}`,
    tag: room,
    ...(list === undefined && query === undefined ? {} : { query: z.strictObject({ ...shape, ...query?.shape }) }),
    ...(list === undefined ? { answer } : { answer: pageOf(list.item) }),
    idempotent: method === 'POST',
    ...(method === 'GET' ? {} : { changes: room }),
    handle: async (input, { gateway, caller }) => {
      const asked = input.query as PageOptions['query'] & Readonly<Record<string, unknown>>
      const answered = await handle({ ...input, caller: callerOf(caller) } as Parameters<typeof handle>[0])
      if (answered === nothingFound) refuse('not_found')
      if (list === undefined) return answered
      const { limit: _limit, cursor: _cursor, ...filter } = asked
      return pageInMemory(gateway.cursors, answered as readonly never[], {
        query: asked,
        list: [row.operation, filter, callerId(caller)],
        keyOf: list.keyOf,
      })
    },
  }
}

function callerOf({ user, human }: Caller) {
  return { user: user.name, role: user.role, human }
}
