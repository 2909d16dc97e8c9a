import type { PageRow } from '@drawbridge/room'
import { expect, test } from 'vitest'
import { samplePages } from '../../../dashboard/src/testing/sample-pages.ts'
import { builtInRooms } from '../../../sdk/src/rooms.ts'
import type { RouteFacts } from '../route/route-facts.ts'
import { openTestGateway } from '../testing/open-test-gateway.ts'
import { ownPages } from './own-pages.ts'
import { shownPages } from './pages.ts'

const rowsOf = (rooms: typeof builtInRooms) =>
  rooms.flatMap(({ name: room, pages = [] }) => pages.map((row) => ({ room, row })))
const operationsOf = (pages: readonly { readonly room: string; readonly row: Pick<PageRow, never> }[]) =>
  [...pages, ...ownPages.map((row) => ({ room: 'gateway', row }))].map(({ room: tag, row }) => {
    const operation = 'needs' in row ? row.needs : 'listed'
    return { tag, operation, method: 'GET', path: `/${tag}` } as RouteFacts
  })

test('the navigation of the dashboard is what gateway and rooms declare, and each role is shown its own', async () => {
  const open = await openTestGateway()
  const owner = await open.signIn('owner')
  // No room has schedules yet. The samples are what the tests of the page show.
  expect((await owner.send('GET', '/v1/me')).json.pages).toEqual(samplePages.filter(({ id }) => id !== 'schedules'))
  const viewer = (await (await open.signIn('viewer')).send('GET', '/v1/me')).json
  expect(viewer.pages.map(({ id }: { id: string }) => id)).toEqual(
    samplePages.filter(({ operation }) => viewer.can.includes(operation)).map(({ id }) => id),
  )
  expect(viewer.pages.map(({ id }: { id: string }) => id)).not.toContain('credentials')
})

test('without a room its page is gone, and all others stay', () => {
  const without = rowsOf(builtInRooms.filter(({ name }) => name !== 'teams'))
  const ids = shownPages({ pages: without }, operationsOf(without)).map(({ id }) => id)
  expect(ids).toEqual(samplePages.map(({ id }) => id).filter((id) => id !== 'teams' && id !== 'schedules'))
})

test('a page that needs what its room does not do, and a shortcut that is taken, are refused', () => {
  const page = { view: 'birds', title: 'Birds', needs: 'listBirds', order: 5, shortcut: 'z' } as const
  const shown = (row: PageRow, ...operations: readonly string[]) => {
    const routes = operations.map((operation) => ({ tag: 'birds', operation, method: 'GET', path: '/birds' }))
    return shownPages({ pages: [{ room: 'birds', row }] }, [...operationsOf([]), ...(routes as RouteFacts[])])
  }
  expect(() => shown(page, 'listNests')).toThrow('"birds" of the room "birds" needs "listBirds"')
  expect(() => shown({ ...page, shortcut: 'i' }, 'listBirds')).toThrow('has the shortcut "i", and so has "inbox"')
  const work = shown(page, 'listBirds').filter(({ group }) => group === 'work')
  expect(work.map(({ id }) => id)).toEqual(['birds', 'agents'])
})
