import { expect, test } from 'vitest'
import { openScene, scripted } from '../__fixtures__/open-scene.ts'
import { mcpSection, type ServerDefinition } from '../section/mcp-section.ts'
import { openPeer } from '../testing/http-peer.ts'
import { launchIdentity } from './launch-identity.ts'

const tools = ['environment', 'hang', 'echo'].map((name) => ({ name, inputSchema: { type: 'object' } }))

test('an agent with settings of its own has its own process and variables, even if all others share one', async () => {
  const env = { SHARED_NAME: 'all', CHANGED_NAME: 'all' }
  const agents = { writer: { env: { CHANGED_NAME: 'writer', OWN_NAME: 'writer' } } }
  const { agree, call } = await openScene({ one: scripted({ tools }, { sharing: 'process', env, agents }) })
  await agree('one')
  const namesOf = async (agent: string) => {
    const { text } = await call('mcp.one.environment', {}, { agent })
    return ['SHARED_NAME', 'CHANGED_NAME', 'OWN_NAME'].map((name) => new RegExp(`"${name}":"(\\w+)"`).exec(text)?.[1])
  }
  expect(await namesOf('writer')).toEqual(['all', 'writer', 'writer'])
  expect(await namesOf('reader')).toEqual(['all', 'all', undefined])
  expect(await namesOf('writer')).toEqual(['all', 'writer', 'writer'])
})

test('a time limit for one agent leaves those of the others', async () => {
  const agents = { writer: { timeouts: { callSeconds: 0.2 } } }
  const { agree, call } = await openScene({ one: scripted({ tools }, { agents }) })
  await agree('one')
  expect(await call('mcp.one.hang', {}, { agent: 'writer' })).toMatchObject({ status: 'failed', code: 'timeout' })
  expect((await call('mcp.one.echo', {}, { agent: 'reader' })).status).toBe('ok')
})

test('a header for one agent goes with its requests alone, in place of every spelling of the same name', async () => {
  const peer = await openPeer({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] })
  const agents = { writer: { headers: { 'x-team': 'writers' } } }
  const { agree, call } = await openScene({
    one: { url: peer.url, era: 'modern', sharing: 'process', headers: { 'X-Team': 'all' }, agents },
  })
  await agree('one')
  const teamOf = async (agent: string) => {
    expect((await call('mcp.one.echo', {}, { agent })).status).toBe('ok')
    return peer.requests
      .filter(({ method }) => method === 'tools/call')
      .at(-1)
      ?.headers.get('x-team')
  }
  expect([await teamOf('writer'), await teamOf('reader'), await teamOf('writer')]).toEqual([
    'writers',
    'all',
    'writers',
  ])
})

test('the names of the variables of agents are agreed to as well, and their values may change', () => {
  const identity = (agents: ServerDefinition['agents']) => launchIdentity({ command: 'node', env: { A: '1' }, agents })
  expect(identity({ writer: { env: { B: '1' } } }).environment).toEqual(['A', 'B'])
  expect(identity({ writer: { env: { B: '2' } } })).toEqual(identity({ writer: { env: { B: '1' } } }))
})

test.each([
  [{ command: 'node', agents: { writer: { headers: { a: 'b' } } } }, 'is a program, so it gets no headers'],
  [{ url: 'https://example.org', agents: { writer: { env: { a: 'b' } } } }, 'is at an address, so it has no variables'],
  [
    { url: 'https://example.org', auth: {}, agents: { writer: { headers: { authorization: 'x' } } } },
    'Keep one of them',
  ],
])('settings of an agent that its server cannot use are refused: %j', (server, message) => {
  const issues = mcpSection.schema.safeParse({ servers: { one: server } }).error?.issues ?? []
  expect(issues.map((issue) => issue.message).join(' ')).toContain(message)
})

test('an agent for which only the names differ shares the connection of everybody', async () => {
  const env = { SHARED_NAME: 'all' }
  const agents = { writer: { toolPrefix: 'forge' } }
  const { agree, call, mcp } = await openScene({ one: scripted({ tools }, { sharing: 'process', env, agents }) })
  await agree('one')
  const processOf = async (agent: string) =>
    /"DRAWBRIDGE_GUARDED":"([^"]+)"/.exec((await call('mcp.one.environment', {}, { agent })).text)?.[1]
  const [writer, reader] = [await processOf('writer'), await processOf('reader')]
  expect(writer).toMatch(/./)
  expect(reader).toBe(writer)
  expect([mcp.exposedName('mcp.one.echo', 'writer'), mcp.exposedName('mcp.one.echo', 'reader')]).toEqual([
    'forge__echo',
    undefined,
  ])
})

test.each([
  ['another server', { two: { command: 'b', toolPrefix: 'forge' } }, 'forge'],
  ['another server for another agent', { two: { command: 'b', agents: { reader: { toolPrefix: 'forge' } } } }, 'forge'],
  ['the id of another server', { forge: { command: 'b' } }, 'mcp_forge'],
])('names for an agent that %s has already are refused', (_what, others, toolPrefix) => {
  const one = { command: 'a', agents: { writer: { toolPrefix } } }
  const issues = mcpSection.schema.safeParse({ servers: { one, ...others } }).error?.issues ?? []
  expect(issues.map(({ message }) => message).join(' ')).toContain('is already the beginning of the names of')
})
