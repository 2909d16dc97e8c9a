import { expect, test } from 'vitest'
import { openTestGateway } from '../testing/open-test-gateway.ts'

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
