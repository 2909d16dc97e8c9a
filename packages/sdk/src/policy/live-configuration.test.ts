import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveWith } from '@drawbridge/core'
import { type Clock, systemClock } from '@drawbridge/core/base'
import { defineToolBody } from '@drawbridge/core/registry'
import { serveHttp } from '@drawbridge/net/testing'
import { defineRoom } from '@drawbridge/room'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'

let scratch: string
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'drawbridge-policy-source-'))
  mkdirSync(join(scratch, 'project'))
  mkdirSync(join(scratch, 'home'), { mode: 0o700 })
  writeFileSync(join(scratch, 'project', 'a.txt'), 'hello\n')
})
afterEach(() => rmSync(scratch, { recursive: true, force: true }))

/** The real clock, put forward when the test says so. */
function movedClock(): Clock & { forward(ms: number): void } {
  let ahead = 0
  return {
    now: () => systemClock.now() + ahead,
    after: systemClock.after,
    forward: (ms) => {
      ahead += ms
    },
  }
}

const clock = movedClock()
const open = (options: DrawbridgeOptions = {}) =>
  createDrawbridge({
    workspace: join(scratch, 'project'),
    home: join(scratch, 'home'),
    record: 'off',
    clock,
    ...options,
  })

/** Writes a configuration as editors do, and lets a second pass. */
function configure(where: 'home' | 'project', content: unknown): void {
  const file = join(scratch, where, 'drawbridge.jsonc')
  writeFileSync(`${file}.new`, typeof content === 'string' ? content : JSON.stringify(content))
  renameSync(`${file}.new`, file)
  clock.forward(1_000)
}

const read = { name: 'fs.read_file', arguments: { path: 'a.txt' } }
const write = { name: 'fs.write_file', arguments: { path: 'b.txt', content: 'x' } }
const denyReads = {
  permissions: { rules: [{ id: 'no-a', tools: 'fs.read_file', when: { path: 'a.txt' }, then: 'deny' }] },
}

test.each(['home', 'project'] as const)(
  'a rule that is written into the %s counts for the next call of an open session',
  async (where) => {
    await using drawbridge = await open()
    const session = drawbridge.openSession()
    expect(await session.call(read)).toMatchObject({ status: 'ok' })
    configure(where, denyReads)
    const denied = await session.call(read)
    expect(denied).toMatchObject({ status: 'denied', code: 'denied_by_policy' })
    expect(JSON.stringify(denied.result.content)).toContain('no-a')
    expect(await session.explain(read)).toMatchObject({ decision: { verdict: 'deny' } })
    configure(where, {})
    expect(await session.call(read)).toMatchObject({ status: 'ok' })
  },
)

test('a faulty configuration changes nothing and is reported until it is fixed', async () => {
  configure('home', denyReads)
  await using drawbridge = await open()
  const session = drawbridge.openSession()
  expect(await session.call(read)).toMatchObject({ status: 'denied' })
  configure('home', { permisions: {} })
  expect(await session.call(read)).toMatchObject({ status: 'denied' })
  expect(drawbridge.policySource.problem()).toContain('permisions')
  configure('home', '{ not json')
  expect(await session.call(read)).toMatchObject({ status: 'denied' })
  configure('home', {})
  expect(await session.call(read)).toMatchObject({ status: 'ok' })
  expect(drawbridge.policySource.problem()).toBeUndefined()
})

test('a tool that is removed while a run is open is refused there, and is not in the next run', async () => {
  await using drawbridge = await open()
  const session = drawbridge.openSession()
  configure('home', { tools: { deny: ['fs.read_file'] } })
  const refused = await session.call(read)
  expect(refused).toMatchObject({ status: 'denied', code: 'denied_by_policy' })
  expect(JSON.stringify(refused.result.content)).toContain('drawbridge.jsonc')
  expect(session.openRun().snapshot.find('fs.read_file')).toBeUndefined()
})

test('a rule that comes while somebody thinks voids the approval', async () => {
  const slow = approveWith(
    'me',
    () => {
      configure('home', { permissions: { rules: [{ tools: 'fs.write_file', then: 'deny' }] } })
      return { answer: 'allow_once' }
    },
    { human: true },
  )
  await using drawbridge = await open({ authority: { approvers: [slow] } })
  expect(await drawbridge.openSession().call(write)).toMatchObject({ status: 'denied', code: 'approval_void' })
})

test('a mode that the operator withdraws ends with the change, and the rest of the change holds', async () => {
  configure('home', { permissions: { allowBypass: true } })
  await using drawbridge = await open({ authority: { mode: 'bypass' } })
  const session = drawbridge.openSession()
  expect(await session.call(write)).toMatchObject({ status: 'ok' })
  configure('home', denyReads)
  expect(await session.call({ ...write, arguments: { ...write.arguments, overwrite: true } })).toMatchObject({
    code: 'approval_unavailable',
  })
  expect(await session.call(read)).toMatchObject({ status: 'denied', code: 'denied_by_policy' })
})

test('limits that are lowered hold for the next call of an open session', async () => {
  await using drawbridge = await open()
  const session = drawbridge.openSession()
  expect(await session.call(read)).toMatchObject({ status: 'ok' })
  configure('home', { limits: { windows: { session: { calls: 1, perMs: 3_600_000 } } } })
  expect(await session.call(read)).toMatchObject({ status: 'ok' })
  expect(await session.call(read)).toMatchObject({ code: 'rate_limited' })
})

test('folders, sensitive paths, hooks and waiting times hold from the next run on', async () => {
  const outside = join(scratch, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'b.txt'), 'outside\n')
  const readOutside = { name: 'fs.read_file', arguments: { path: join(outside, 'b.txt') } }
  const silent = approveWith('silent', () => new Promise<never>(() => undefined), { human: true })
  await using drawbridge = await open()
  const session = drawbridge.openSession({ approvers: [silent] })
  const before = session.openRun({ approvers: [] })
  expect(await before.call(readOutside)).toMatchObject({ status: 'denied' })
  configure('home', {
    permissions: { readRoots: [outside], sensitive: ['a.txt'] },
    approvals: { waitSeconds: 1 },
    hooks: [{ event: 'PreToolUse', command: ['false'], tools: ['fs.list_files'] }],
  })
  // The run that is open keeps them, and looks at the configuration.
  expect(await before.call(readOutside)).toMatchObject({ status: 'denied' })
  const after = session.openRun()
  expect(await after.call(readOutside)).toMatchObject({ status: 'ok' })
  expect(await after.call(read)).toMatchObject({ status: 'denied', code: 'approval_timeout' })
  expect(await after.call({ name: 'fs.list_files', arguments: {} })).toMatchObject({ code: 'denied_by_hook' })
})

test('what is read only at the start is named when it changes, and no longer when it is as it was', async () => {
  await using drawbridge = await open()
  const session = drawbridge.openSession()
  configure('home', { scrub: { patterns: [{ id: 'own', pattern: 'velvet' }] }, sandbox: { mode: 'off' } })
  await session.call(read)
  expect(drawbridge.pendingSettings()).toEqual(['scrub.patterns'])
  configure('home', {})
  await session.call(read)
  expect(drawbridge.pendingSettings()).toEqual([])
})

test('a host that is allowed later is reached without a restart, and one that is denied later no longer', async () => {
  await using server = await serveHttp((_request, response) => void response.end('hello'))
  configure('home', { network: { allowed: ['other.example'] } })
  await using drawbridge = await open()
  const session = drawbridge.openSession()
  const client = await drawbridge.house.client('test', { internalHosts: ['127.0.0.1'] })
  const reach = async () => (await client.request({ url: server.url })).type
  expect(await reach()).toBe('error')
  configure('home', { network: { allowed: ['127.0.0.1'] } })
  await session.call(read)
  expect(await reach()).toBe('response')
  configure('home', { network: { denied: ['127.0.0.1'] } })
  await session.call(read)
  expect(await reach()).toBe('error')
})

test('a host list with a mistake is refused as a whole, and the client keeps to the old one', async () => {
  await using server = await serveHttp((_request, response) => void response.end('hello'))
  await using drawbridge = await open()
  const session = drawbridge.openSession()
  const client = await drawbridge.house.client('test', { internalHosts: ['127.0.0.1'] })
  configure('home', { network: { denied: ['127.0.0.1', 'https://a.example/'] } })
  await session.call(read)
  expect(drawbridge.policySource.problem()).toContain('https://a.example/')
  expect((await client.request({ url: server.url })).type).toBe('response')
})

test('a room whose section takes effect with the next run is told, and its tools are loaded with it', async () => {
  const told: unknown[] = []
  const lamp = defineRoom<{ readonly light: string }>({
    name: 'lamp',
    loadSection: async () => ({
      schema: z.strictObject({ light: z.string() }),
      takesEffect: 'next run',
    }),
    builtIn: { light: 'cold' },
    tools: [
      {
        name: 'lamp.light',
        description: 'Says how the lamp shines.',
        permission: 'readonly',
        load: async (_house, section) =>
          defineToolBody({ input: z.strictObject({}), execute: () => section?.light ?? 'dark' }),
      },
    ],
    open: async (_house, section) => {
      told.push(section)
      return {
        reload: async (changed) => {
          if ((changed as { readonly light: string } | undefined)?.light === 'broken') throw new Error('no such light')
          return () => void told.push(changed)
        },
        [Symbol.asyncDispose]: async () => undefined,
      }
    },
  })
  await using drawbridge = await open({ rooms: [lamp] })
  const session = drawbridge.openSession()
  const shine = async () => (await session.openRun().call({ name: 'lamp.light', arguments: {} })).text
  expect([await shine(), told]).toEqual(['cold', []])
  for (const light of ['warm', 'red']) {
    configure('home', { lamp: { light } })
    await session.call(read)
    expect(await shine()).toBe(light)
  }
  expect(told).toEqual([{ light: 'warm' }, { light: 'red' }])
  configure('home', { lamp: { light: 'broken' }, ...denyReads })
  expect(await session.call(read)).toMatchObject({ status: 'ok' })
  expect(drawbridge.policySource.problem()).toContain('no such light')
  configure('home', {})
  await session.call(read)
  expect([await shine(), told.at(-1)]).toEqual(['cold', undefined])
  expect(drawbridge.pendingSettings()).toEqual([])
})

test('a value that is never to leave is hidden from the next call on', async () => {
  const value = ['velvet', 'hammer', '7'].join('-')
  writeFileSync(join(scratch, 'project', 'a.txt'), `${value}\n`)
  await using drawbridge = await open()
  const session = drawbridge.openSession()
  expect((await session.call(read)).text).toContain(value)
  configure('home', { scrub: { values: [value] } })
  expect((await session.call(read)).text).not.toContain(value)
})

test('an agent that the configuration names later has sessions', async () => {
  await using drawbridge = await open()
  const session = drawbridge.openSession()
  const late = { principal: { agent: 'late' } }
  expect(() => drawbridge.openSession(late)).toThrow('the agent "late" does not exist')
  configure('home', { agents: { late: { tools: { deny: ['fs.read_file'] } } } })
  await session.call(read)
  expect(drawbridge.openSession(late).snapshot.find('fs.read_file')).toBeUndefined()
})
