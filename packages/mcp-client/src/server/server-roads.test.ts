import type { Principal, ToolContext } from '@drawbridge/core'
import { testPrincipal } from '@drawbridge/core/testing'
import { expect, test } from 'vitest'
import { openScene, type Scene, scripted } from '../__fixtures__/open-scene.ts'
import type { ServerGrant } from '../grants/server-access.ts'

const forUser: ServerGrant = { server: 'files', subject: { kind: 'user', id: 'ada' }, enabled: true, toolDeny: [] }
const forAgent: ServerGrant = { server: 'files', subject: { kind: 'agent', id: 'writer' }, enabled: true, toolDeny: [] }
const caller = { user: 'ada', agent: 'writer' }

/** Calls without the hook and the list that ask the grants too: what is left is the server's own question. */
const bare = ({ run }: Scene, name: string, input: object, principal: Partial<Principal>) =>
  run(principal, { hooks: { preToolUse: [] }, hide: () => undefined }).call({ name, arguments: input })

test('a deny that is added while a server is connected holds at the next call, without any hook', async () => {
  const scene = await openScene({ files: scripted() })
  await scene.agree('files')
  expect(await bare(scene, 'mcp.files.echo', {}, caller)).toMatchObject({ status: 'ok' })
  const store = await scene.grants.store()
  await store.put({ ...forUser, toolDeny: ['echo'] }, 'op')
  expect(await bare(scene, 'mcp.files.echo', {}, caller)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('is denied to this user'),
  })
  expect(await bare(scene, 'mcp.files.echo', {}, { user: 'bob' })).toMatchObject({ status: 'ok' })
})

test('what the grants of the agent and of the user both allow can be used, and nothing else', async () => {
  const scene = await openScene({ files: scripted() })
  await scene.agree('files')
  const store = await scene.grants.store()
  await store.put({ ...forUser, toolAllow: ['echo', 'fail'] }, 'op')
  await store.put({ ...forAgent, toolAllow: ['echo', 'big'] }, 'op')
  const status = async (tool: string) => (await bare(scene, `mcp.files.${tool}`, { bytes: 1 }, caller)).status
  expect(await status('echo')).toBe('ok')
  expect(await bare(scene, 'mcp.files.fail', {}, caller)).toMatchObject({
    message: expect.stringContaining('this agent'),
  })
  expect(await bare(scene, 'mcp.files.big', {}, caller)).toMatchObject({
    message: expect.stringContaining('this user'),
  })
})

test('a server that demands a grant is started by nobody without one, on any road', async () => {
  const scene = await openScene({ files: scripted({}, { requireUserGrant: true }) })
  await scene.agree('files')
  const signal = new AbortController().signal
  const context = { principal: { ...testPrincipal, user: 'bob' }, signal } as ToolContext
  const open = scene.mcp.get('files').request(context, async () => ({}))
  await expect(open).rejects.toThrow('is not granted to this user. Ask for it with servers.request_access')
  expect(await bare(scene, 'mcp.files.echo', {}, { user: 'bob' })).toMatchObject({ status: 'failed' })
})

test('a grant that is taken back while a server starts slowly stops the call that waits for it', async () => {
  const scene = await openScene({ files: scripted({ startMs: 700 }, { requireUserGrant: true }) })
  const store = await scene.grants.store()
  await store.put(forUser, 'op')
  await scene.agree('files')
  const called = bare(scene, 'mcp.files.echo', {}, { ...caller, session: 'another' })
  await store.remove('files', forUser.subject)
  expect(await called).toMatchObject({ status: 'failed', message: expect.stringContaining('not granted') })
})
