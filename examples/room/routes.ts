import { defineRoomRoute } from '@drawbridge/room'
import { z } from 'zod'
import { listStations } from './stations.ts'

const station = z.strictObject({
  name: z.string(),
  celsius: z.number().nullable(),
  measuredAt: z.iso.datetime().nullable(),
})

export const weatherRoutes = [
  defineRoomRoute({
    ...{ method: 'GET', path: '/stations', operation: 'listStations', role: 'member', scope: 'weather:read' },
    summary: 'List the stations with what they measured last',
    list: { item: station, keyOf: ({ name }: { readonly name: string }) => name },
    handle: async (_, { database }) =>
      ((await (await database.find())?.all(listStations)) ?? []).map(({ name, celsius, measured_at: at }) => ({
        ...{ name, celsius },
        measuredAt: at === null ? null : new Date(at).toISOString(),
      })),
  }),
]
