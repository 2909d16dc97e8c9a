import type { RouteRow } from '@drawbridge/room'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { objectionToRoutes } from './check-routes.ts'

const route: RouteRow = {
  method: 'GET',
  path: '/stations/{name}',
  operation: 'getStation',
  summary: 'Show a station',
  role: 'viewer',
  scope: 'weather:read',
  params: z.strictObject({ name: z.string() }),
  answer: z.strictObject({}),
  handle: async () => ({}),
}
const other = { ...route, operation: 'otherStation' }

test('routes that differ are accepted', () => {
  const routes = [route, { ...other, method: 'PUT' } as const, { ...route, operation: 'listStations', path: '/' }]
  expect(objectionToRoutes('weather', routes)).toBeUndefined()
})

test.each([
  [[route, { ...other, path: '/stations/{id}' }], 'has two routes for GET /stations/{name}.'],
  [[{ ...route, role: 'main' }], 'has the role "main" at "/stations/{name}". Use "viewer", "member"'],
  [[{ ...route, method: 'TRACE' }], 'has a route with the method "TRACE". Use "GET"'],
  [[{ ...route, path: 'stations' }], 'has the path "stations". Begin paths with "/"'],
  [[{ ...route, path: '/../tools' }], 'has the path "/../tools".'],
  [[{ ...route, path: '/a//b' }], 'has the path "/a//b".'],
  [[{ ...route, params: undefined }], 'but no "params" that check what it names.'],
  [
    [{ ...route, scope: 'tools:call' }],
    'has the scope "tools:call". The scopes of its routes must begin with "weather:".',
  ],
  [[{ ...route, operation: 'Get station' }], 'has the operation "Get station" at "/stations/{name}".'],
  [[route, { ...route, path: '/' }], 'has two operations called "getStation".'],
])('a room with the routes %j is refused', (routes, message) => {
  expect(objectionToRoutes('weather', routes as readonly RouteRow[])).toContain(message)
})
