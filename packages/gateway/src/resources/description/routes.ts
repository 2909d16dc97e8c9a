import { z } from 'zod'
import { defineRoute, type Route } from '../../route/route.ts'
import { createDescription } from './create-description.ts'

const getDescription = defineRoute({
  ...{ method: 'GET', path: '/openapi.json', operation: 'getDescription', tag: 'operation', role: 'viewer' },
  summary: 'The description of this API in OpenAPI 3.1',
  answer: z.record(z.string(), z.unknown()),
  handle: async (_, { gateway: { routes, build } }) => createDescription(routes, build),
})

export const descriptionRoutes: readonly Route[] = [getDescription]
