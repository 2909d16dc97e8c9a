import { onAccessChange } from '@drawbridge/access'
import { expect, test, vi } from 'vitest'
import { connectSocket as connect, type SocketClient } from '../testing/connect-socket.ts'
import { openTestGateway, type TestCaller, type TestGateway } from '../testing/open-test-gateway.ts'

async function ticketOf({ send }: Pick<TestCaller, 'send'>): Promise<string> {
  const { json, status } = await send('POST', '/v1/ws-tickets')
  expect(status).toBe(201)
  return json.ticket
}

async function follow(gateway: TestGateway, who: Pick<TestCaller, 'send'>): Promise<SocketClient> {
  const client = await connect(gateway.url, ['drawbridge.v1', `ticket.${await ticketOf(who)}`], { origin: gateway.url })
  if (typeof client === 'number') throw new Error(`refused with ${client}`)
  return client
}

const list = (who: Pick<TestCaller, 'send'>) =>
  who.send('POST', '/v1/tools/fs.list_files/invoke', { body: { arguments: { path: '.' } } })

const positions = (client: SocketClient): number[] =>
  client.frames.flatMap(({ type, items }) =>
    type === 'events' ? (items ?? []).map(({ position }) => Number(position)) : [],
  )

test('a ticket opens one socket, and a page of others or a name of others opens none', async () => {
  const gateway = await openTestGateway()
  const owner = await gateway.signIn('owner')
  const ticket = `ticket.${await ticketOf(owner)}`
  const origin = gateway.url
  expect(await connect(gateway.url, ['drawbridge.v1', ticket], { origin: 'http://evil.test' })).toBe(403)
  expect(await connect(gateway.url, ['drawbridge.v1', ticket], { origin, host: 'evil.test' })).toBe(421)
  expect(await connect(gateway.url, ['drawbridge.v1'], { origin })).toBe(401)
  const client = await connect(gateway.url, ['drawbridge.v1', ticket], { origin })
  expect(client).toMatchObject({ frames: expect.any(Array) })
  expect(await connect(gateway.url, ['drawbridge.v1', ticket], { origin })).toBe(401)
  await vi.waitFor(() =>
    expect((client as SocketClient).frames[0]).toMatchObject({ type: 'hello', protocol: 'drawbridge.v1' }),
  )
})

test('a client that comes back gets every event since its position once, in order, and only its own', async () => {
  const gateway = await openTestGateway()
  const [ada, eve] = [await gateway.signIn('member'), await gateway.signIn('member')]
  await list(ada)
  await list(eve)
  const [one, foreign] = [await follow(gateway, ada), await follow(gateway, eve)]
  one.send({ type: 'subscribe', id: 's', topic: 'audit', from: '0' })
  foreign.send({ type: 'subscribe', id: 's', topic: 'audit', from: '0' })
  await vi.waitFor(() => expect(one.frames).toContainEqual(expect.objectContaining({ type: 'ready', id: 's' })))
  await list(ada)
  const own = await vi.waitFor(async () => {
    const { json } = await ada.send('GET', '/v1/audit?limit=200')
    const expected = json.items.map(({ position }: { position: string }) => Number(position)).reverse()
    expect(positions(one)).toEqual(expected)
    expect(expected.length).toBeGreaterThan(6)
    return expected as number[]
  }, 5_000)
  const seen = one.frames.filter(({ type }) => type === 'events').at(0)?.cursor
  one.close()
  await list(ada)
  const again = await follow(gateway, ada)
  again.send({ type: 'subscribe', id: 's', topic: 'audit', from: seen })
  await vi.waitFor(async () => {
    const { json } = await ada.send('GET', '/v1/audit?limit=200')
    const expected = json.items.map(({ position }: { position: string }) => Number(position)).reverse()
    expect(expected.length).toBeGreaterThan(own.length)
    expect(positions(again)).toEqual(expected.filter((position: number) => position > Number(seen)))
  }, 5_000)
  expect(positions(foreign).filter((position) => own.includes(position))).toEqual([])
  expect(gateway.errors).toEqual([])
})

test('a socket ends with its session, and a changed frame tells of approvals', async () => {
  const gateway = await openTestGateway()
  const member = await gateway.signIn('member')
  const client = await follow(gateway, member)
  await gateway.gateway.access.users.change(member.user.id, { role: 'viewer' })
  await vi.waitFor(() => expect(client.closed).toEqual([4001]), 5_000)
})

test('a socket whose session ends while it is opened ends with it', async () => {
  const gateway = await openTestGateway()
  const member = await gateway.signIn('member')
  const { access, database } = gateway.gateway
  const ticket = await ticketOf(member)
  const { find } = access.users
  const spy = vi.spyOn(access.users, 'find').mockImplementation(async (id) => {
    const before = await find(id)
    spy.mockRestore()
    // The sockets that are open hear of it before this one is among them.
    const told = Promise.withResolvers<void>()
    using _listening = await onAccessChange(database, () => told.resolve())
    await access.users.change(id, { role: 'viewer' })
    await told.promise
    return before
  })
  const client = await connect(gateway.url, ['drawbridge.v1', `ticket.${ticket}`], { origin: gateway.url })
  await vi.waitFor(() => expect((client as SocketClient).closed).toEqual([4001]), 5_000)
})

test.each([
  ['no JSON', 'nonsense', 4009],
  ['an unknown frame', { type: 'evaluate', id: 'x' }, 4009],
  ['a topic that does not exist', { type: 'subscribe', id: 'x', topic: '../audit' }, 4009],
  ['a frame that is too long', { type: 'ping', id: 'x'.repeat(70_000) }, 1009],
] as const)('%s ends the socket', async (_what, frame, code) => {
  const gateway = await openTestGateway()
  const client = await follow(gateway, await gateway.signIn('member'))
  client.send(frame)
  await vi.waitFor(() => expect(client.closed).toEqual([code]), 5_000)
})

test('a client that sends hundreds of frames at once is cut off', async () => {
  const gateway = await openTestGateway()
  const client = await follow(gateway, await gateway.signIn('member'))
  for (let count = 0; count < 200; count += 1) client.send({ type: 'ping', id: 'x' })
  await vi.waitFor(() => expect(client.closed).toEqual([4029]), 5_000)
})

test('a page that shows a list of a room is told after somebody else changed it', async () => {
  const gateway = await openTestGateway()
  const owner = await gateway.signIn('owner')
  const client = await follow(gateway, owner)
  client.send({ type: 'subscribe', id: 'm', topic: 'memory' })
  await vi.waitFor(() => expect(client.frames).toContainEqual(expect.objectContaining({ type: 'ready', id: 'm' })))
  await owner.send('POST', '/v1/memory', { body: { title: 'notes.md', text: 'The price is net.' } })
  await vi.waitFor(() => expect(client.frames).toContainEqual({ type: 'changed', topic: 'memory' }), { timeout: 5_000 })
})
