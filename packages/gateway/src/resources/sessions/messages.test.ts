import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import { expect, test, vi } from 'vitest'
import { openTestGateway, type TestCaller, type TestGateway } from '../../testing/open-test-gateway.ts'
import { type ReadStream, readStream } from '../../testing/read-stream.ts'

const readA = { name: 'fs__read_file', input: { path: 'a.txt' } }

async function startChat(gateway: TestGateway, who: TestCaller): Promise<string> {
  await writeFile(join(gateway.workspace, 'a.txt'), 'the harbour opens at nine\n')
  const { json, status } = await who.send('POST', '/v1/sessions', { body: {} })
  expect(status).toBe(201)
  return json.id
}

const types = ({ messages }: ReadStream) =>
  messages.flatMap(({ event, data }) => (event === 'recorded' ? [data.type] : []))

test('a message begins a run whose events stream to its end, and the run is there for whoever reads later', async () => {
  const gateway = await openTestGateway({
    script: [{ text: 'I look at it.', calls: [readA] }, { expect: 'nine', text: 'At nine.' }, { text: 'Still nine.' }],
  })
  const owner = await gateway.signIn('member')
  const session = await startChat(gateway, owner)
  expect((await owner.send('GET', `/v1/sessions/${session}`)).json).toMatchObject({ id: session, channel: 'http' })
  const path = `/v1/sessions/${session}/messages`
  const stream = await readStream(gateway, owner, { method: 'POST', path, body: { text: 'When?' } })
  expect(types(stream)).toEqual(
    expect.arrayContaining(['message.placed', 'model.answered', 'tool.called', 'tool.completed', 'run.reported']),
  )
  expect(types(stream).at(-1)).toBe('run.reported')
  const text = stream.messages.flatMap(({ event, data }) => (data.type === 'text.streamed' ? [[event, data.text]] : []))
  expect(text).toEqual([
    ['passing', 'I look at it.'],
    ['passing', 'At nine.'],
  ])
  const { json } = await owner.send('POST', path, { body: { text: 'Sure?' } })
  expect(json).toMatchObject({ session, taken: 'here' })
  const events = await readStream(gateway, owner, {
    method: 'GET',
    path: `/v1/sessions/${session}/events`,
    headers: { 'last-event-id': stream.messages.findLast(({ id }) => id !== undefined)?.id ?? '' },
    until: ({ data }) => data.type === 'run.reported',
  })
  expect(types(events)[0]).toBe('message.received')
  expect(types(events)).toContain('model.answered')
  expect(gateway.errors).toEqual([])
})

test('a message that is sent twice with one key is there once, and no other user reads, sends or stops', async () => {
  const gateway = await openTestGateway({ script: [{ text: 'One.' }] })
  const [owner, other] = [await gateway.signIn('member'), await gateway.signIn('member')]
  const session = await startChat(gateway, owner)
  const path = `/v1/sessions/${session}`
  const send = () =>
    owner.send('POST', `${path}/messages`, { body: { text: 'Go.' }, headers: { 'idempotency-key': 'go' } })
  const [first, second] = [await send(), await send()]
  expect([first.status, second.json, second.headers.get('idempotency-replayed')]).toEqual([202, first.json, 'true'])
  for (const [method, end] of [
    ['POST', '/messages'],
    ['POST', '/abort'],
    ['POST', '/resume'],
    ['POST', '/fork'],
    ['GET', '/events'],
  ] as const) {
    const body = end === '/messages' ? { text: 'x' } : end === '/fork' ? {} : undefined
    const accept = end === '/events' ? { accept: 'text/event-stream' } : {}
    const answer = await other.send(method, `${path}${end}`, { body, headers: accept })
    expect([end, answer.status]).toEqual([end, 404])
  }
  await vi.waitFor(async () => {
    const { json } = await owner.send('GET', `${path}/events?limit=200`)
    const found = json.items.map(({ type }: { type: string }) => type)
    expect(found.filter((type: string) => type === 'message.received')).toHaveLength(1)
    expect(found).toContain('run.reported')
  }, 5_000)
})

test('a run is ended from outside, and says who ended it', async () => {
  const gateway = await openTestGateway({
    script: [{ calls: [{ name: 'runtime__exec', input: { command: 'sleep 30' } }] }],
    drawbridge: { authority: { approvers: [approveEverything] } },
  })
  const owner = await gateway.signIn('operator')
  const session = await startChat(gateway, owner)
  await owner.send('POST', `/v1/sessions/${session}/messages`, { body: { text: 'Wait.' } })
  const events = async () =>
    (await owner.send('GET', `/v1/sessions/${session}/events?limit=200`)).json.items as {
      type: string
      event: { reason?: string; message?: string; tool?: string }
    }[]
  await vi.waitFor(
    async () => expect((await events()).map(({ event }) => event.tool)).toContain('runtime.exec'),
    30_000,
  )
  expect((await owner.send('POST', `/v1/sessions/${session}/abort`)).status).toBe(202)
  await vi.waitFor(async () => {
    const last = (await events()).find(({ type }) => type === 'run.reported')
    expect(last?.event).toMatchObject({ reason: 'aborted', message: `${owner.user.name} stopped it.` })
  }, 30_000)
})

test('a fork answers with the words of its origin, and an agent that does not exist is refused by name', async () => {
  const gateway = await openTestGateway({ script: [{ text: 'One.' }, { text: 'Two.' }] })
  const owner = await gateway.signIn('member')
  const session = await startChat(gateway, owner)
  const path = `/v1/sessions/${session}`
  await readStream(gateway, owner, { method: 'POST', path: `${path}/messages`, body: { text: 'First.' } })
  const fork = await owner.send('POST', `${path}/fork`, { body: {} })
  expect(fork.status).toBe(201)
  const stream = await readStream(gateway, owner, {
    method: 'POST',
    path: `/v1/sessions/${fork.json.id}/messages`,
    body: { text: 'Second.' },
  })
  expect(types(stream).at(-1)).toBe('run.reported')
  const unknown = await owner.send('POST', '/v1/sessions', { body: { agent: 'nobody' } })
  expect([unknown.status, unknown.json.detail]).toEqual([422, expect.stringContaining('nobody')])
})

test('a stream ends when the rights of its reader do', async () => {
  const gateway = await openTestGateway({ script: [{ text: 'One.' }] })
  const owner = await gateway.signIn('member')
  const session = await startChat(gateway, owner)
  const opened = Promise.withResolvers<void>()
  const reading = readStream(gateway, owner, {
    method: 'GET',
    path: `/v1/sessions/${session}/events`,
    until: () => {
      opened.resolve()
      return false
    },
  })
  await opened.promise
  await gateway.gateway.access.sessions.endAll(owner.user.id)
  await gateway.gateway.chats.send(session, { id: 'm', text: 'Go.' }, owner.user.name)
  expect(types(await reading)).toEqual(['conversation.opened'])
  await vi.waitFor(() => expect(gateway.gateway.chats.active()).toBe(0))
})
