import { defineRoom, type Room } from '@drawbridge/room'
import { expect, test } from 'vitest'
import { objectionToForeignRoom, objectionToRoom } from './check-room.ts'

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
  [{ pages: [{ ...page, icon: 'dragon' }] }, 'has the icon "dragon" at "/stations".'],
  [{ pages: [{ ...page, shortcut: 'xy' }] }, 'has the shortcut "xy" at "/stations".'],
  [{ pages: [{ view: 'A page', title: 'A', needs: 'listA' }] }, 'has the page "A page".'],
  [{ workers: [worker, worker] }, 'has two workers called "watch".'],
  [{ promptBlocks: [block, block] }, 'has two prompt blocks called "stations".'],
])('a room with %j is refused', (parts, message) => {
  expect(objection(parts)).toContain(message)
})

test('a room of others with code of the dashboard is refused', () => {
  const pages = [{ view: 'policy', title: 'Policy', needs: 'listStations' }]
  expect(objection({ pages })).toBeUndefined()
  expect(objectionToForeignRoom(defineRoom({ name: 'weather', pages }))).toContain('has the page "Policy" with code')
})
