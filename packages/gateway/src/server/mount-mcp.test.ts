import { defineTool } from '@drawbridge/core'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { noteTool } from '../testing/note-tool.ts'
import { openTestGateway, type TestCaller } from '../testing/open-test-gateway.ts'

test('a client with a key for MCP lists tools, without those that are kept from callers over HTTP', async () => {
  const gateway = await openTestGateway()
  const member = await gateway.signIn('member')
  const send = async (scopes: readonly string[], who = member) =>
    (await who.key(scopes)).send('POST', '/mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } },
      headers: {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/list',
      },
    })
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const answer = await send(['mcp'])
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"fs__read_file"')])
  expect(answer.text).not.toContain('"fs__write_file"')
  expect((await send(['tools:read'])).status).toBe(401)
  expect((await send(['mcp'], await gateway.signIn('viewer'))).status).toBe(401)
  expect(gateway.errors).toEqual([])
})

const _meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Sends a request of MCP with a key. */
async function ask(
  { send }: Pick<TestCaller, 'send'>,
  method: string,
  params: { name?: string; [key: string]: unknown },
) {
  const { name = params.uri } = params
  const { text } = await send('POST', '/mcp', {
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name === undefined ? {} : { 'mcp-name': String(name) }),
    },
  })
  return text
}

const long = Array.from({ length: 20_000 }, (_, line) => `line ${line} of ada`).join('\n')
const readonlyTool = (name: string, text: string) =>
  defineTool({ name, description: 'Reads.', input: z.strictObject({}), permission: 'readonly', execute: () => text })
const { tool: note } = noteTool()

/** A gateway with a tool that is named like one of a server, and two users with a key each. */
async function twoUsers() {
  const server = { command: 'never-started', enabled: false }
  const config = { mcp: { servers: { one: server } } }
  const own = [readonlyTool('mcp.one.read', 'read'), readonlyTool('demo.long', long), note]
  const gateway = await openTestGateway({ drawbridge: { tools: { own }, config: { ...config } } })
  const [ada, bob] = [await gateway.signIn('member'), await gateway.signIn('member')]
  return { gateway, ada, bob, keys: { ada: await ada.key(['mcp']), bob: await bob.key(['mcp']) } }
}

test('what a user is denied while its client is connected leaves the list and is called no more, and others keep it', async () => {
  const { gateway, ada, keys } = await twoUsers()
  const lists = async () => [await ask(keys.ada, 'tools/list', {}), await ask(keys.bob, 'tools/list', {})]
  const call = (key: Pick<TestCaller, 'send'>) => ask(key, 'tools/call', { name: 'mcp__one__read', arguments: {} })
  for (const list of await lists()) expect(list).toContain('"mcp__one__read"')
  expect(await call(keys.ada)).toContain('"isError":false')
  const store = await (await gateway.gateway.drawbridge.house.service('mcpGrants'))?.store()
  const subject = { kind: 'user', id: ada.user.name } as const
  await store?.put({ server: 'one', subject, enabled: true, toolDeny: ['read'] }, 'op')
  const [ofAda, ofBob] = await lists()
  expect([ofAda, ofBob]).toEqual([
    expect.not.stringContaining('"mcp__one__read"'),
    expect.stringContaining('"mcp__one__read"'),
  ])
  expect(await call(keys.ada)).toContain('"isError":true')
  expect(await call(keys.bob)).toContain('"isError":false')
  gateway.gateway.drawbridge.registry.register(readonlyTool('demo.late', 'late'))
  for (const list of await lists()) expect(list).toContain('"demo__late"')
  expect(gateway.errors).toEqual([])
})

test('the whole output that a result of one user links to is not there for another', async () => {
  const { keys } = await twoUsers()
  const result = await ask(keys.ada, 'tools/call', { name: 'demo__long', arguments: {} })
  const [uri = ''] = /drawbridge:\/\/artifact\/[^"\\]+/.exec(result) ?? []
  expect(uri).not.toBe('')
  expect(await ask(keys.ada, 'resources/read', { uri })).toContain('line 1 of ada')
  const foreign = await ask(keys.bob, 'resources/read', { uri })
  expect([foreign, foreign]).toEqual([expect.not.stringContaining('of ada'), expect.stringContaining('"error"')])
})

test('a call over MCP that waits for its user is neither shown to another user nor decided by one', async () => {
  const { ada, bob, keys } = await twoUsers()
  const calling = ask(keys.ada, 'tools/call', { name: 'demo__note', arguments: {} })
  const asked = await vi.waitFor(async () => {
    const { json } = await ada.send('GET', '/v1/approvals')
    expect(json.items).toHaveLength(1)
    return json.items[0]
  }, 20_000)
  expect((await bob.send('GET', '/v1/approvals')).json.items).toEqual([])
  const decide = (caller: TestCaller, answer: string) =>
    caller.send('POST', `/v1/approvals/${asked.id}/decision`, { body: { answer, digest: asked.digest } })
  expect((await decide(bob, 'allow_once')).status).toBe(404)
  expect((await decide(ada, 'deny')).status).toBe(200)
  expect(await calling).not.toContain('noted')
})
