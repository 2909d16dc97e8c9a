import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { recordedEvents } from '../../../../scripts/test-support/recorded-events.ts'
import { jsonOf, launcher } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'

/** Starts the server of a folder; resolves to its address once it listens. */
async function serve(folder: ScratchFolder, args: readonly string[] = []) {
  const { workspace, home } = folder
  const line = [launcher, 'mcp', '--http', '--home', home, ...args]
  const server: ChildProcessByStdio<null, Readable, null> = spawn(process.execPath, line, {
    cwd: workspace,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(async () => {
    if (server.exitCode !== null) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  })
  const [url] = await once(createInterface(server.stdout), 'line')
  return { server, url: new URL(String(url)) }
}

const tokenFor = async (folder: ScratchFolder, args: readonly string[]) =>
  jsonOf<{ token: string; id: string }>(await runHere(folder, ['mcp', 'token', 'create', ...args, '--json']))

async function connect(url: URL, token: string, era: 'legacy' | { pin: string } = 'legacy'): Promise<Client> {
  const capabilities = { elicitation: { form: {} } }
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities, versionNegotiation: { mode: era } })
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { decision: 'allow_once' } }))
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  )
  onTestFinished(() => client.close())
  return client
}

const textOf = async (client: Client, path: string) =>
  JSON.stringify((await client.callTool({ name: 'fs__read_file', arguments: { path } })).content)

test('clients of both kinds work over HTTP, each as the user of its token, until it is revoked', {
  timeout: 60_000,
}, async () => {
  const folder = scratchFolder({ 'a.txt': 'hello\n' })
  const [ada, bob] = [
    await tokenFor(folder, ['laptop', '--user', 'ada']),
    await tokenFor(folder, ['desk', '--user', 'bob']),
  ]
  const { server, url } = await serve(folder)
  expect(url.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401)

  const [one, other] = [await connect(url, ada.token), await connect(url, bob.token, { pin: '2026-07-28' })]
  expect(await textOf(one, 'a.txt')).toContain('hello')
  const written = await other.callTool({ name: 'fs__write_file', arguments: { path: 'b.txt', content: 'of bob\n' } })
  expect(written.isError ?? false).toBe(false)
  expect(readFileSync(join(folder.workspace, 'b.txt'), 'utf8')).toBe('of bob\n')

  const listed = jsonOf<{ tokens: { client: string; lastUsedAt?: number }[] }>(
    await runHere(folder, ['mcp', 'token', 'list', '--json']),
  )
  expect(listed.tokens).toMatchObject([
    { client: 'laptop', user: 'ada', lastUsedAt: expect.any(Number) },
    { client: 'desk', user: 'bob', lastUsedAt: expect.any(Number) },
  ])
  expect(await runHere(folder, ['mcp', 'token', 'revoke', ada.id])).toMatchObject({ code: 0 })
  await expect(textOf(one, 'a.txt')).rejects.toThrow()
  expect(await textOf(other, 'a.txt')).toContain('hello')

  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
  const users = recordedEvents(folder.home).flatMap((event) => ('principal' in event ? [event.principal] : []))
  expect(JSON.stringify(users)).toContain('"user":"ada"')
  expect(JSON.stringify(users)).toContain('"user":"bob"')
})

test('the token of a stored agent works in the folder of that agent, for its user', { timeout: 60_000 }, async () => {
  const folder = scratchFolder({ 'template/SOUL.md': 'kind\n', 'a.txt': 'of the house\n' })
  await runHere(folder, ['agents', 'create', 'helper', '--type', 'open', '--template', 'template'])
  const token = await tokenFor(folder, ['laptop', '--user', 'ada', '--agent', 'helper'])
  const { url } = await serve(folder)
  const client = await connect(url, token.token)
  expect(await textOf(client, 'SOUL.md')).toContain('kind')
  expect(await textOf(client, 'a.txt')).toContain('does not exist')
})

test('a client whose user is switched off or removed is known no more', { timeout: 60_000 }, async () => {
  const folder = scratchFolder({ 'a.txt': 'hello\n' })
  expect(await runHere(folder, ['users', 'add', 'ada', '--role', 'member'])).toMatchObject({ code: 0 })
  const ada = await tokenFor(folder, ['laptop', '--user', 'ada'])
  const { url } = await serve(folder)
  const client = await connect(url, ada.token)
  expect(await textOf(client, 'a.txt')).toContain('hello')
  expect(await runHere(folder, ['users', 'change', 'ada', '--disable'])).toMatchObject({ code: 0 })
  await expect(textOf(client, 'a.txt')).rejects.toThrow()
  expect(await runHere(folder, ['users', 'remove', 'ada'])).toMatchObject({ code: 0 })
  await expect(connect(url, ada.token)).rejects.toThrow()
})

test.each([
  [['mcp', '--port', '80'], '--port is for --http'],
  [['mcp', '--http', '--port', 'http'], 'is not a port'],
  [['mcp', 'token', 'make'], 'Valid: create, list, revoke'],
  [['mcp', 'token', 'create'], 'Name the client'],
  [['mcp', 'token', 'create', 'laptop', '--expires', 'soon'], 'is not a number of days'],
  [['mcp', 'token', 'revoke'], 'Name the token'],
  [['mcp', 'token', 'revoke', 'abc'], 'is in force. See: drawbridge mcp token list'],
])('%j is refused with what to write', async (args, message) => {
  const { code, stderr } = await runHere(scratchFolder(), args)
  expect(code).not.toBe(0)
  expect(stderr).toContain(message)
})

test('the list of tokens names expiry and the one who revoked', async () => {
  const folder = scratchFolder()
  const { id } = await tokenFor(folder, ['old', '--expires', '30'])
  await tokenFor(folder, ['new', '--expires', 'never'])
  await runHere(folder, ['mcp', 'token', 'revoke', id.slice(0, 6)])
  const { stdout } = await runHere(folder, ['mcp', 'token', 'list'])
  expect(stdout).toMatch(/new\n.*not used yet, never expires/)
  expect(stdout).not.toContain('old')
  const all = await vi.waitFor(() => runHere(folder, ['mcp', 'token', 'list', '--all']))
  expect(all.stdout).toMatch(/old\n.*revoked .* by /)
})
