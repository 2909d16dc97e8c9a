import { defineRoom, defineRoomRoute } from '@drawbridge/room'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openTestGateway } from '../testing/open-test-gateway.ts'
import { routesOfRooms } from './room-routes.ts'

test('what one user remembers is neither listed nor read nor forgotten by another, and operators see all', async () => {
  const open = await openTestGateway()
  const [ada, bob, operator] = [await open.signIn('member'), await open.signIn('member'), await open.signIn('operator')]
  const added = await ada.send('POST', '/v1/memory', {
    body: { title: 'prices.md', text: 'All prices are net of tax.' },
  })
  expect([added.status, added.json.title]).toEqual([200, 'memory/prices.md'])
  const [document] = (await ada.send('GET', '/v1/memory')).json.items
  expect(document).toMatchObject({ title: 'memory/prices.md', user: ada.user.name, trust: 'trusted' })
  expect((await bob.send('GET', '/v1/memory')).json.items).toEqual([])
  for (const method of ['GET', 'DELETE'])
    expect((await bob.send(method, `/v1/memory/${document.id}`)).json.code).toBe('not_found')
  expect((await operator.send('GET', `/v1/memory/${document.id}`)).json.text).toBe('All prices are net of tax.')
  const found = await ada.send('GET', '/v1/memory/search?q=tax')
  expect(found.json.items[0]).toMatchObject({ title: 'memory/prices.md', text: 'All prices are net of tax.' })
  expect((await bob.send('GET', `/v1/memory/search?q=tax&user=${ada.user.name}`)).status).toBe(404)
  expect((await ada.send('DELETE', `/v1/memory/${document.id}`)).status).toBe(204)
  expect((await ada.send('GET', '/v1/memory')).json.items).toEqual([])
})

test('an id that was made up finds nothing', async () => {
  const member = await (await openTestGateway()).signIn('member')
  for (const id of ['x', Buffer.from('["a","b"]').toString('base64url'), Buffer.from('{}').toString('base64url')])
    expect((await member.send('GET', `/v1/memory/${id}`)).json.code).toBe('not_found')
})

const stations = ['attic', 'cellar', 'roof']
const weather = defineRoom({
  name: 'weather',
  loadRoutes: async () => [
    defineRoomRoute({
      ...{ method: 'GET', path: '/stations', operation: 'listStations', role: 'viewer', scope: 'weather:read' },
      summary: 'List the stations',
      query: z.strictObject({ letter: z.string().optional() }),
      list: { item: z.strictObject({ name: z.string() }), keyOf: ({ name }: { readonly name: string }) => name },
      handle: async ({ query: { letter } }) =>
        stations.filter((name) => letter === undefined || name.includes(letter)).map((name) => ({ name })),
    }),
  ],
})

test('a list of a room of others is paged, filtered and checked like one of the gateway', async () => {
  const open = await openTestGateway({ drawbridge: { rooms: [weather] } })
  const viewer = await open.signIn('viewer')
  const first = (await viewer.send('GET', '/v1/weather/stations?limit=2')).json
  expect(first.items).toEqual([{ name: 'attic' }, { name: 'cellar' }])
  const rest = await viewer.send('GET', `/v1/weather/stations?limit=2&cursor=${first.next}`)
  expect(rest.json).toMatchObject({ items: [{ name: 'roof' }], next: null })
  expect((await viewer.send('GET', `/v1/weather/stations?letter=o&cursor=${first.next}`)).json.code).toBe(
    'cursor_mismatch',
  )
  expect((await viewer.send('GET', '/v1/weather/stations?place=x')).json.code).toBe('invalid')
  expect((await open.send('GET', '/v1/weather/stations')).status).toBe(401)
  expect((await viewer.send('GET', '/v1/me')).json.can).toContain('listStations')
  const { paths } = (await viewer.send('GET', '/v1/openapi.json')).json
  expect(paths['/v1/weather/stations'].get).toMatchObject({ operationId: 'listStations', 'x-scope': 'weather:read' })
})

test('a room whose operation has the name of another is refused at the start', async () => {
  const [row] = (await weather.loadRoutes?.()) ?? []
  const loadRoutes = async () => (row === undefined ? [] : [{ room: 'weather', row, handle: async () => [] }])
  const [own] = await routesOfRooms({ loadRoutes }, [])
  expect(own).toMatchObject({ path: '/weather/stations' })
  await expect(routesOfRooms({ loadRoutes }, own === undefined ? [] : [own])).rejects.toThrow(
    'The room "weather" has the operation "listStations", and so has another room or the gateway.',
  )
})

test('a page of a room that shows no list of the room is refused at the start', async () => {
  const fields = [{ field: 'name', label: 'Name' }] as const
  const withPage = (list: string) =>
    openTestGateway({
      drawbridge: { rooms: [{ ...weather, pages: [{ path: '/stations', title: 'Stations', list, fields }] }] },
    })
  await expect(withPage('listTools')).rejects.toThrow('"/stations" of the room "weather" shows "listTools"')
  const viewer = await (await withPage('listStations')).signIn('viewer')
  expect((await viewer.send('GET', '/v1/me')).json.pages).toContainEqual(
    expect.objectContaining({ id: 'weather/stations', path: '/weather/stations', group: 'work', key: 'id' }),
  )
})
