import { expect, test } from 'vitest'
import { openScene, scripted } from '../__fixtures__/open-scene.ts'
import type { ServerGrant } from '../grants/server-access.ts'

const forUser: ServerGrant = { server: 'files', subject: { kind: 'user', id: 'ada' }, enabled: true, toolDeny: [] }
const forAgent: ServerGrant = { server: 'files', subject: { kind: 'agent', id: 'writer' }, enabled: true, toolDeny: [] }
const caller = { user: 'ada', agent: 'writer' }

test('a deny that is added while a server is connected holds at the next call, without any hook', async () => {
  const scene = await openScene({ files: scripted() })
  await scene.agree('files')
  expect(await scene.call('mcp.files.echo', {}, caller)).toMatchObject({ status: 'ok' })
  const store = await scene.grants.store()
  await store.put({ ...forUser, toolDeny: ['echo'] }, 'op')
  expect(await scene.call('mcp.files.echo', {}, caller)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('is denied to this user'),
  })
  expect(await scene.call('mcp.files.echo', {}, { user: 'bob' })).toMatchObject({ status: 'ok' })
})

test('what the grants of the agent and of the user both allow can be used, and nothing else', async () => {
  const scene = await openScene({ files: scripted() })
  await scene.agree('files')
  const store = await scene.grants.store()
  await store.put({ ...forUser, toolAllow: ['echo', 'fail'] }, 'op')
  await store.put({ ...forAgent, toolAllow: ['echo', 'big'] }, 'op')
  const status = async (tool: string) => (await scene.call(`mcp.files.${tool}`, { bytes: 1 }, caller)).status
  expect(await status('echo')).toBe('ok')
  expect(await scene.call('mcp.files.fail', {}, caller)).toMatchObject({
    message: expect.stringContaining('this agent'),
  })
  expect(await scene.call('mcp.files.big', {}, caller)).toMatchObject({ message: expect.stringContaining('this user') })
})

test('a server that demands a grant is started by nobody without one, on any road', async () => {
  const scene = await openScene({ files: scripted({}, { requireUserGrant: true }) })
  await scene.agree('files')
  const open = scene.mcp.get('files').open({
    principal: { session: 's', run: 'r', user: 'bob' } as never,
    signal: new AbortController().signal,
  })
  await expect(open).rejects.toThrow('is not granted to this user. Ask for it with servers.request_access')
  expect(await scene.call('mcp.files.echo', {}, { user: 'bob' })).toMatchObject({ status: 'failed' })
})

test('a grant that is taken back while a server starts slowly stops the call that waits for it', async () => {
  const scene = await openScene({ files: scripted({ startMs: 700 }, { requireUserGrant: true }) })
  const store = await scene.grants.store()
  await store.put(forUser, 'op')
  await scene.agree('files')
  const called = scene.call('mcp.files.echo', {}, { ...caller, session: 'another' })
  await store.remove('files', forUser.subject)
  expect(await called).toMatchObject({ status: 'failed', message: expect.stringContaining('not granted') })
})
