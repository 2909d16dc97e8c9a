import { defineRoom, type Room } from '@drawbridge/room'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { objectionToRoom } from './check-room.ts'

const route = {
  method: 'GET',
  path: '/stations/:name',
  role: 'viewer',
  scope: 'weather:read',
  request: z.strictObject({}),
  response: z.strictObject({}),
  handle: async () => ({}),
} as const
const page = { path: '/stations', title: 'Stations', role: 'member', module: new URL('file:///page.js') } as const
const block = { name: 'stations', text: async () => '' }

const objection = (parts: object) => objectionToRoom(defineRoom({ name: 'weather', ...parts } as Room))

test('routes, pages and prompt blocks that differ are accepted', () => {
  const routes = [route, { ...route, method: 'PUT' }, { ...route, path: '/' }, { ...route, path: '/stations/roof' }]
  expect(objection({ routes, pages: [page, { ...page, path: '/map' }], promptBlocks: [block] })).toBeUndefined()
})

test.each([
  [{ routes: [route, { ...route, path: '/stations/:id' }] }, 'has two routes for GET /stations/:name.'],
  [{ routes: [{ ...route, role: 'main' }] }, 'has the role "main" at "/stations/:name". Use "viewer", "member"'],
  [{ routes: [{ ...route, method: 'TRACE' }] }, 'has a route with the method "TRACE". Use "GET"'],
  [{ routes: [{ ...route, path: 'stations' }] }, 'has the path "stations". Begin paths with "/"'],
  [{ routes: [{ ...route, path: '/../tools' }] }, 'has the path "/../tools".'],
  [{ routes: [{ ...route, path: '/a//b' }] }, 'has the path "/a//b".'],
  [
    { routes: [{ ...route, scope: 'tools:call' }] },
    'has the scope "tools:call". The scopes of its routes must begin with "weather:".',
  ],
  [{ pages: [page, page] }, 'has two pages at "/stations".'],
  [{ pages: [{ ...page, role: undefined }] }, 'has the role undefined at "/stations".'],
  [{ promptBlocks: [block, block] }, 'has two prompt blocks called "stations".'],
])('a room with %j is refused', (parts, message) => {
  expect(objection(parts)).toContain(message)
})
