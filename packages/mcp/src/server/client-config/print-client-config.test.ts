import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientNames, printClientConfig } from './print-client-config.ts'

const line = { command: '/opt/node/bin/node', args: ['/srv/drawbridge.js', 'mcp', '--workspace', '/home/me/a "b" c'] }

test.each([
  ['claude', { mcpServers: { drawbridge: line } }],
  ['cursor', { mcpServers: { drawbridge: line } }],
  ['gemini', { mcpServers: { drawbridge: line } }],
  ['windsurf', { mcpServers: { drawbridge: line } }],
  ['generic', { mcpServers: { drawbridge: line } }],
  ['vscode', { servers: { drawbridge: { type: 'stdio', ...line } } }],
  ['zed', { context_servers: { drawbridge: line } }],
  ['opencode', { mcp: { drawbridge: { type: 'local', command: [line.command, ...line.args], enabled: true } } }],
])('%s gets its entry in the shape that it reads', (client, entry) => {
  expect(JSON.parse(printClientConfig(client, line).text)).toEqual(entry)
})

test('codex gets its entry as TOML', () => {
  expect(printClientConfig('codex', line).text).toBe(
    [
      '[mcp_servers."drawbridge"]',
      'command = "/opt/node/bin/node"',
      'args = ["/srv/drawbridge.js", "mcp", "--workspace", "/home/me/a \\"b\\" c"]',
      '',
    ].join('\n'),
  )
})

test('every client is told the whole start line, whatever characters it holds', () => {
  fc.assert(
    fc.property(fc.constantFrom(...clientNames), fc.array(fc.string({ unit: 'binary' })), (client, args) => {
      const { text, file } = printClientConfig(client, { command: '/bin/node', args })
      expect(file).not.toBe('')
      for (const argument of args) {
        const written = JSON.stringify(argument)
        expect(text).toContain(client === 'codex' ? written.replaceAll('\u007f', '\\u007f') : written)
      }
    }),
  )
})

describe('a start line that would not start this server is refused', () => {
  test.each([
    ['an unknown client names the nearest', 'claud', line, /"claude"/],
    ['a program that must be looked up', 'claude', { command: 'node', args: [] }, /absolute/],
    [
      "somebody else's npm package",
      'claude',
      { command: 'npx', args: ['-y', 'drawbridge', 'mcp'] },
      /@drawbridge\/cli/,
    ],
    [
      'the same by a path and with a version',
      'codex',
      { command: '/usr/bin/npx', args: ['drawbridge@1'] },
      /is not ours/,
    ],
    ['a prototype for a client', 'constructor', line, /Unknown client/],
  ])('%s', (_what, client, start, message) => {
    expect(() => printClientConfig(client, start)).toThrow(message)
  })

  test('the published package may be run by its own name', () => {
    const { text } = printClientConfig('claude', { command: 'npx', args: ['-y', '@drawbridge/cli', 'mcp'] })
    expect(text).toContain('@drawbridge/cli')
  })
})
