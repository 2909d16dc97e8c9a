import { expect, test, vi } from 'vitest'
import { openTestGateway, type TestCaller } from '../testing/open-test-gateway.ts'
import { waitingTool } from '../testing/waiting-tool.ts'

let wait = waitingTool()
const waits = { calls: [{ name: 'demo__wait', input: {} }] }

/** Opens two nodes on one database. */
async function openNodes(script: NonNullable<Parameters<typeof openTestGateway>[0]>['script'] = [waits]) {
  wait = waitingTool()
  const drawbridge = { tools: { own: [wait.tool] } }
  const here = await openTestGateway({ script, drawbridge })
  const there = await openTestGateway({ home: here.home, drawbridge })
  const owner = await here.signIn('owner')
  const member = await here.signIn('member')
  const reported = async (session: string) =>
    vi.waitFor(async () => {
      const { json } = await owner.send('GET', `/v1/sessions/${session}/events?limit=200`)
      const found = json.items.find(({ type }: { readonly type: string }) => type === 'run.reported')
      expect(found).toBeDefined()
      return found.event
    }, 30_000)
  return { here, there, owner, member, reported }
}

/** Says something in a new session, and waits until its run works. */
async function beginRun({ send }: Pick<TestCaller, 'send'>): Promise<string> {
  const { id } = (await send('POST', '/v1/sessions', { body: {} })).json
  expect((await send('POST', `/v1/sessions/${id}/messages`, { body: { text: 'Wait.' } })).status).toBe(202)
  await vi.waitFor(() => expect(wait.calls()).toBe(1), 30_000)
  return id
}

const noKey = { reason: 'aborted', message: 'The API key that this run worked for is no longer in force.' }

test('the run that a key began ends when the key is revoked on another node, and says why', async () => {
  const { there, member, reported } = await openNodes()
  const key = await member.key(['sessions:write'])
  const session = await beginRun(key)
  expect(await there.gateway.access.keys.revoke(key.id, 'ada')).toBe(true)
  expect(await reported(session)).toMatchObject(noKey)
})

test.each([
  ['removed', { method: 'DELETE', body: undefined }],
  ['switched off', { method: 'PATCH', body: { disabled: true } }],
  ['given a role that reads only', { method: 'PATCH', body: { role: 'viewer' } }],
])('the run that a key began ends when its user is %s', async (_what, { method, body }) => {
  const { owner, member, reported } = await openNodes()
  const session = await beginRun(await member.key(['sessions:write']))
  expect((await owner.send(method, `/v1/users/${member.user.id}`, { body })).status).toBeLessThan(300)
  expect(await reported(session)).toMatchObject(noKey)
})

test('the run of a person who is removed ends, but not that of one who signs out', async () => {
  const { owner, member, reported } = await openNodes()
  const session = await beginRun(member)
  expect((await member.send('POST', '/v1/auth/logout-all')).status).toBe(204)
  expect((await owner.send('GET', `/v1/sessions/${session}/events?limit=200`)).text).not.toContain('run.reported')
  expect((await owner.send('DELETE', `/v1/users/${member.user.id}`)).status).toBe(204)
  const message = 'The user whom this run worked for is no longer in force.'
  expect(await reported(session)).toMatchObject({ reason: 'aborted', message })
})

test('a run goes on for a person who speaks in it after the key, and ends with the key if that speaks last', async () => {
  const { here, there, member, reported } = await openNodes()
  const [one, two] = [await member.key(['sessions:write']), await member.key(['sessions:write'])]
  const session = await beginRun(one)
  const say = (who: Pick<TestCaller, 'send'>) =>
    who.send('POST', `/v1/sessions/${session}/messages`, { body: { text: 'Go on.' } })
  await say(member)
  expect(await there.gateway.access.keys.revoke(one.id, 'ada')).toBe(true)
  await say(two)
  expect(here.gateway.chats.active()).toBe(1)
  expect(await there.gateway.access.keys.revoke(two.id, 'ada')).toBe(true)
  expect(await reported(session)).toMatchObject(noKey)
})

test('what a key said begins no run if the key was revoked before', async () => {
  const { here, member, reported } = await openNodes([])
  const key = await member.key(['sessions:write'])
  const { id } = (await key.send('POST', '/v1/sessions', { body: {} })).json
  const { access, chats } = here.gateway
  await access.sessionKeys.noteSender(id, { userId: member.user.id, keyId: key.id })
  await access.keys.revoke(key.id, 'ada')
  await chats.send(id, { id: 'late', text: 'Do it.' }, member.user.name)
  expect(await reported(id)).toMatchObject(noKey)
  expect(here.errors).toEqual([])
})

test('a call over HTTP is stopped when its key is revoked on another node', async () => {
  const { there, member } = await openNodes([])
  const key = await member.key(['tools:invoke'])
  const calling = key.send('POST', '/v1/tools/demo.wait/invoke', { body: { arguments: {} } })
  await vi.waitFor(() => expect(wait.calls()).toBe(1), 30_000)
  expect(await there.gateway.access.keys.revoke(key.id, 'ada')).toBe(true)
  const { status, json } = await calling
  expect([status, json.code]).toEqual([401, 'no_session'])
})
