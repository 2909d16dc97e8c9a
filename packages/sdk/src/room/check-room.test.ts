import { defineRoom, type Room } from '@drawbridge/room'
import { expect, test } from 'vitest'
import { objectionToRoom } from './check-room.ts'

const page = { path: '/stations', title: 'Stations', list: 'listStations', fields: [{ field: 'name', label: 'Name' }] }
const worker = { name: 'watch', start: async () => undefined }
const block = { name: 'stations', text: async () => '' }

const objection = (parts: object) => objectionToRoom(defineRoom({ name: 'weather', ...parts } as Room))

test('pages and prompt blocks that differ are accepted', () => {
  expect(objection({ pages: [page, { ...page, path: '/map' }], promptBlocks: [block] })).toBeUndefined()
})

test.each([
  [{ pages: [page, page] }, 'has two pages at "/stations".'],
  [{ pages: [{ ...page, group: 'top' }] }, 'has the group "top" at "/stations".'],
  [{ pages: [{ ...page, fields: [] }] }, 'has no fields at "/stations".'],
  [
    { pages: [{ ...page, fields: [{ field: 'a', label: 'A', form: 'chart' }] }] },
    'has the form "chart" at "/stations".',
  ],
  [{ workers: [worker, worker] }, 'has two workers called "watch".'],
  [{ promptBlocks: [block, block] }, 'has two prompt blocks called "stations".'],
])('a room with %j is refused', (parts, message) => {
  expect(objection(parts)).toContain(message)
})
