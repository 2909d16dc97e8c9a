import { systemClock } from '@drawbridge/core/base'
import { createKeySource, createSecretRepository } from '@drawbridge/store/secrets'
import { expect, test } from 'vitest'
import { openScene, type Scene, scripted } from '../__fixtures__/open-scene.ts'
import type { AgentSettings } from '../section/server-schema.ts'
import { openPeer } from '../testing/http-peer.ts'

const tools = ['environment', 'hang', 'slow', 'echo'].map((name) => ({ name, inputSchema: { type: 'object' } }))
const writer = { kind: 'agent', id: 'writer' } as const

async function grant({ grants }: Scene, overrides: AgentSettings | undefined, server = 'one') {
  const settings = overrides === undefined ? {} : { overrides }
  await (await grants.store()).put({ server, subject: writer, enabled: true, toolDeny: [], ...settings }, 'op')
}

test('a variable in the grant of an agent is that of its own process, from the next call on and as long as the grant has it', async () => {
  const agents = { writer: { env: { OTHER_NAME: 'configured' } } }
  const env = { SHARED_NAME: 'all' }
  const scene = await openScene({ one: scripted({ tools }, { sharing: 'process', env, agents }) })
  await scene.agree('one')
  const namesOf = async (agent: string) => {
    const { text } = await scene.call('mcp.one.environment', {}, { agent })
    return ['SHARED_NAME', 'OTHER_NAME'].map((name) => new RegExp(`"${name}":"(\\w+)"`).exec(text)?.[1])
  }
  expect(await namesOf('writer')).toEqual(['all', 'configured'])
  await grant(scene, { env: { SHARED_NAME: 'first' } })
  expect([await namesOf('writer'), await namesOf('reader')]).toEqual([
    ['first', 'configured'],
    ['all', undefined],
  ])
  await grant(scene, { env: { SHARED_NAME: 'second' } })
  expect(await namesOf('writer')).toEqual(['second', 'configured'])
  await grant(scene, undefined)
  expect(await namesOf('writer')).toEqual(['all', 'configured'])
})

test('a process with settings that a grant had before does not stay', async () => {
  const scene = await openScene({ one: scripted({ tools }, { sharing: 'process', env: { SHARED_NAME: 'all' } }) })
  await scene.agree('one')
  const processOf = async () =>
    Number(/"processId":(\d+)/.exec((await scene.call('mcp.one.environment', {}, { agent: 'writer' })).text)?.[1])
  await grant(scene, { env: { SHARED_NAME: 'first' } })
  const first = await processOf()
  expect(first).toBeGreaterThan(1)
  await grant(scene, { env: { SHARED_NAME: 'second' } })
  expect(await processOf()).not.toBe(first)
  await expect.poll(() => isRunning(first), { timeout: 20_000 }).toBe(false)
})

test('a header in the grant of an agent goes with its requests alone, with the value of the stored secret that it names', async () => {
  const peer = await openPeer({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] })
  const scene = await openScene({
    one: { url: peer.url, era: 'modern', sharing: 'process', headers: { 'X-Team': 'all' } },
  })
  const secret = ['team', 'value', '4711'].join('-')
  const keys = createKeySource({ home: scene.folder, environment: {} })
  await createSecretRepository({ database: scene.database, keys, clock: systemClock }).set('TEAM', secret)
  await scene.agree('one')
  await grant(scene, { headers: { 'x-team': `\${secret:TEAM}` } })
  const teamOf = async (agent: string) => {
    expect((await scene.call('mcp.one.echo', {}, { agent })).status).toBe('ok')
    return peer.requests
      .filter(({ method }) => method === 'tools/call')
      .at(-1)
      ?.headers.get('x-team')
  }
  expect([await teamOf('writer'), await teamOf('reader')]).toEqual([secret, 'all'])
  expect([...scene.hidden]).toContain(secret)
  expect(JSON.stringify(await (await scene.grants.store()).list())).not.toContain(secret)
})

test('a time limit in the grant of an agent ends its calls earlier or later than those of others', async () => {
  const scene = await openScene({ one: scripted({ tools }, { timeouts: { callSeconds: 0.1, maxCallSeconds: 60 } }) })
  await scene.agree('one')
  const call = (agent: string) => scene.call('mcp.one.hang', {}, { agent })
  expect(await call('reader')).toMatchObject({ status: 'failed', code: 'timeout' })
  await grant(scene, { timeouts: { callSeconds: 60, maxCallSeconds: 60 } })
  expect(await scene.call('mcp.one.slow', {}, { agent: 'writer' })).toMatchObject({ status: 'ok' })
  await grant(scene, { timeouts: { callSeconds: 0.1 } })
  expect(await call('writer')).toMatchObject({ status: 'failed', code: 'timeout' })
})

test('names in the grant of an agent are those under which it alone sees the tools', async () => {
  const scene = await openScene({ one: scripted({ tools }, { toolPrefix: 'all' }) })
  const nameFor = (agent: string) =>
    scene.mcp.exposedName('mcp.one.echo', agent, scene.grants.overridesFor('mcp.one.echo', agent))
  await grant(scene, { toolPrefix: 'forge' })
  expect([nameFor('writer'), nameFor('reader')]).toEqual(['forge__echo', 'all__echo'])
})

test.each<[what: string, settings: AgentSettings, message: string]>([
  [
    'a variable that nobody agreed to',
    { env: { NODE_OPTIONS: '--require=/tmp/x.js' } },
    'write the name into its entry',
  ],
  ['headers of a program', { headers: { a: 'b' } }, 'is a program, so it gets no headers'],
  ['the names of another server', { toolPrefix: 'mcp_two' }, 'is already the beginning of the names of "two"'],
  ['names that another grant has', { toolPrefix: 'taken' }, 'is already the beginning of the names of'],
  ['a variable of ours', { env: { KNOWN: `\${env:HOME}` } }, 'cannot be used here'],
  ['a secret that does not exist', { env: { KNOWN: `\${secret:NONE}` } }, 'does not exist'],
  ['a secret in plain text', { env: { KNOWN: ['AKIA', 'IOSFODNN7EXAMPLQ'].join('') } }, 'in plain text'],
])('a grant with %s is refused, and the one before stays', async (_, settings, message) => {
  const server = scripted({ tools }, { env: { KNOWN: 'x' } })
  const scene = await openScene({ one: server, two: server })
  const subject = { kind: 'agent', id: 'reader' } as const
  const store = await scene.grants.store()
  await store.put({ server: 'two', subject, enabled: true, toolDeny: [], overrides: { toolPrefix: 'taken' } }, 'op')
  await grant(scene, { toolPrefix: 'before' })
  await expect(grant(scene, settings)).rejects.toThrow(message)
  expect((await store.of('one', { agent: 'writer' })).agent?.overrides).toEqual({ toolPrefix: 'before' })
})

test('a grant to a user has no settings', async () => {
  const scene = await openScene({ one: scripted({ tools }) })
  const subject = { kind: 'user', id: 'ada' } as const
  const given = { server: 'one', subject, enabled: true, toolDeny: [], overrides: { toolPrefix: 'x' } }
  await expect((await scene.grants.store()).put(given, 'op')).rejects.toThrow('Only an agent has settings')
})

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch {
    return false
  }
}
