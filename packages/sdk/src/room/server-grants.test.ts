import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineTool, type Principal } from '@drawbridge/core'
import type { GrantSubject, ServerGrant } from '@drawbridge/mcp-client'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { createDrawbridge } from '../create-drawbridge.ts'

const servers = ['one', 'two', 'three'] as const
const tools = ['read', 'write', 'a.b'] as const
const names = servers.flatMap((server) => tools.map((tool) => `mcp.${server}.${tool}`))

/** A Drawbridge with tools that are named like those of three servers, of which two demand grants. */
async function openScene() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-server-grants-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')]
  for (const folder of [home, workspace]) mkdirSync(folder)
  const server = { command: 'never-started', enabled: false }
  const mcp = {
    servers: { one: server, two: { ...server, requireAgentGrant: true }, three: { ...server, requireUserGrant: true } },
  }
  writeFileSync(
    join(home, 'drawbridge.jsonc'),
    JSON.stringify({ mcp, permissions: { rules: [{ tools: ['mcp.*'], then: 'allow' }] } }),
  )
  const drawbridge = await createDrawbridge({
    home,
    workspace,
    record: 'off',
    authority: { limiting: 'off' },
    agents: { allowUnknown: true },
  })
  onTestFinished(() => drawbridge[Symbol.asyncDispose]())
  for (const name of names)
    drawbridge.registry.register(
      defineTool({ name, description: 'x', input: z.strictObject({}), permission: 'readonly', execute: () => 'done' }),
    )
  const grants = await drawbridge.house.service('mcpGrants')
  if (grants === undefined) throw new Error('There are no grants.')
  return { drawbridge, grants, store: await grants.store() }
}

const caller = { agent: 'writer', user: 'ada' }
const grant = (subject: GrantSubject) =>
  fc
    .record({
      server: fc.constantFrom(...servers),
      enabled: fc.boolean(),
      toolAllow: fc.option(fc.subarray([...tools]), { nil: undefined }),
      toolDeny: fc.subarray([...tools]),
    })
    .map(
      ({ toolAllow, ...rest }): ServerGrant => ({
        ...rest,
        subject,
        ...(toolAllow === undefined ? {} : { toolAllow }),
      }),
    )
const grantSet = fc.array(
  fc.oneof(
    grant({ kind: 'agent', id: 'writer' }),
    grant({ kind: 'user', id: 'ada' }),
    grant({ kind: 'agent', id: 'other' }),
    grant({ kind: 'user', id: 'writer' }),
  ),
  { maxLength: 8 },
)

test('a tool of a server is listed exactly if it can be called, by runs old and new, whatever is granted and denied', {
  timeout: 120_000,
}, async () => {
  const { drawbridge, grants, store } = await openScene()
  const principal: Partial<Principal> = caller
  await using session = drawbridge.openSession({ principal })
  const policies = fc.constantFrom<readonly string[]>([], ['mcp.one.read'], ['mcp.two.*'])
  await fc.assert(
    fc.asyncProperty(grantSet, policies, fc.constantFrom(...names), async (set, denied, probe) => {
      for (const { server, subject } of await store.list()) await store.remove(server, subject)
      await grants.refresh()
      const earlier = session.openRun()
      for (const each of set) await store.put(each, 'op')
      await grants.refresh()
      const now = session.openRun({
        scope: {
          requestAllow: names.filter(
            (name) =>
              !denied.some((entry) => entry === name || (entry.endsWith('*') && name.startsWith(entry.slice(0, -1)))),
          ),
        },
      })
      const [server = '', ...rest] = probe.split('.').slice(1)
      const access = await grants.accessOf(server, caller)
      const isGranted = access.status === 'open' && access.objectionTo(rest.join('.')) === undefined
      const isListed = now.snapshot.tools.some(({ name }) => name === probe)
      const called = await now.call({ name: probe, arguments: {} })
      const explained = await now.explain({ name: probe, arguments: {} })
      expect([called.status === 'ok', explained.available]).toEqual([isListed, isListed])
      const wasListed = earlier.snapshot.tools.some(({ name }) => name === probe)
      expect((await earlier.call({ name: probe, arguments: {} })).status === 'ok').toBe(isGranted && wasListed)
    }),
    { numRuns: propertyRuns(60) },
  )
})

test('a deny that is added while a run is open holds at its next call, and says how to ask', async () => {
  const { drawbridge, store } = await openScene()
  await using session = drawbridge.openSession({ principal: caller })
  const run = session.openRun()
  expect(await run.call({ name: 'mcp.one.read', arguments: {} })).toMatchObject({ status: 'ok' })
  await store.put({ server: 'one', subject: { kind: 'user', id: 'ada' }, enabled: true, toolDeny: ['read'] }, 'op')
  const denied = await run.call({ name: 'mcp.one.read', arguments: {} })
  expect(denied).toMatchObject({ status: 'denied', result: { isError: true } })
  expect(JSON.stringify(denied)).toContain('is denied to this user. Ask for it with servers.request_access')
  expect(await run.call({ name: 'mcp.one.write', arguments: {} })).toMatchObject({ status: 'ok' })
})

test('an agent asks for access once, a person approves, and its next run has the tools', async () => {
  const { drawbridge, grants, store } = await openScene()
  await using session = drawbridge.openSession({ principal: caller })
  const ask = { name: 'servers.request_access', arguments: { server: 'two', tools: ['read'], reason: 'to read' } }
  const names = () =>
    session
      .openRun()
      .snapshot.tools.map(({ name }) => name)
      .filter((name) => name.startsWith('mcp.two.'))
  expect(names()).toEqual([])
  expect(await session.call(ask)).toMatchObject({ status: 'ok' })
  expect(await session.call(ask)).toMatchObject({ status: 'ok' })
  const [request, second] = await store.requests()
  expect([request?.subject, second]).toEqual([{ kind: 'agent', id: 'writer' }, undefined])
  await store.approve(request?.id ?? '', { by: 'op' })
  await grants.refresh()
  expect(names()).toEqual(['mcp.two.read'])
})

test('access to a server that does not exist is not asked for', async () => {
  const { drawbridge, store } = await openScene()
  await using session = drawbridge.openSession({ principal: caller })
  const asked = await session.call({ name: 'servers.request_access', arguments: { server: 'on', reason: 'x' } })
  expect(JSON.stringify(asked)).toContain('Did you mean')
  expect(await store.requests()).toEqual([])
})
