import { defineRoom, type Room } from '@drawbridge/room'
import { expect, test } from 'vitest'
import { objectionToRoom } from './check-room.ts'

const page = { path: '/stations', title: 'Stations', role: 'member', module: new URL('file:///page.js') } as const
const worker = { name: 'watch', start: async () => undefined }
const block = { name: 'stations', text: async () => '' }

const objection = (parts: object) => objectionToRoom(defineRoom({ name: 'weather', ...parts } as Room))

test('pages and prompt blocks that differ are accepted', () => {
  expect(objection({ pages: [page, { ...page, path: '/map' }], promptBlocks: [block] })).toBeUndefined()
})

test.each([
  [{ pages: [page, page] }, 'has two pages at "/stations".'],
  [{ pages: [{ ...page, role: undefined }] }, 'has the role undefined at "/stations".'],
  [{ workers: [worker, worker] }, 'has two workers called "watch".'],
  [{ promptBlocks: [block, block] }, 'has two prompt blocks called "stations".'],
])('a room with %j is refused', (parts, message) => {
  expect(objection(parts)).toContain(message)
})
