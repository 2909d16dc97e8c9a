import { expect, test } from 'vitest'
import { mcpSection } from './mcp-section.ts'

const messagesOf = (section: unknown) =>
  mcpSection.schema.safeParse(section).error?.issues.map((issue) => issue.message)

test('a command and an address are servers', () => {
  const servers = {
    files: { command: 'npx', args: ['-y', 'a-server'], env: { TOKEN: 'x' }, timeouts: { callSeconds: 10 } },
    web: { url: 'https://example.org/mcp', headers: { Authorization: 'Bearer x' }, era: 'modern' },
  }
  expect(mcpSection.schema.safeParse({ servers }).success).toBe(true)
})

test.each([
  [{ 'Bad Id': { command: 'a' } }, 'lower-case letters'],
  [{ a_b: { command: 'a' }, 'a-b': { command: 'b' } }, '"a-b" looks like "a_b"'],
  [{ both: { command: 'a', url: 'https://example.org' } }, 'has a command and an address'],
  [{ odd: { command: 'a', transport: 'http' } }, 'its transport must be "stdio"'],
  [{ odd: { url: 'https://example.org', transport: 'stdio' } }, 'its transport must be "http" or "sse"'],
  [{ odd: { url: 'file:///etc/passwd' } }, 'Invalid URL'],
  [{ odd: { comand: 'a' } }, 'comand'],
])('%j is refused with the reason', (servers, message) => {
  expect(messagesOf({ servers })?.join(' ')).toContain(message)
})

test('a project can switch a server off, but neither on nor add one', () => {
  expect(mcpSection.projectKeys).toEqual(['servers.*.enabled'])
  expect(mcpSection.widening?.({ servers: { files: { enabled: false } } }, undefined)).toEqual([])
  expect(mcpSection.widening?.({ servers: { files: { enabled: true } } }, undefined)).toEqual([
    expect.objectContaining({ path: ['servers', 'files', 'enabled'] }),
  ])
})

test('a program has no login, and a server has a fixed header or a login', () => {
  const problemsOf = (server: object) => messagesOf({ servers: { one: server } }) ?? []
  const url = 'https://mcp.example/mcp'
  expect(problemsOf({ command: 'node', auth: {} })).toEqual([expect.stringContaining('takes its secrets from "env"')])
  expect(problemsOf({ url, auth: {}, headers: { authorization: 'Bearer x' } })).toEqual([
    expect.stringContaining('Keep one of them'),
  ])
  expect(problemsOf({ url, auth: { grant: 'client_credentials', clientId: 'ours' } })).toEqual([
    expect.stringContaining('"clientSecret"'),
  ])
  expect(problemsOf({ url, auth: { perUser: true }, sharing: 'process' })).toEqual([
    expect.stringContaining('remove "sharing"'),
  ])
  expect(problemsOf({ url, auth: { perUser: true, scopes: ['read'] } })).toEqual([])
})
