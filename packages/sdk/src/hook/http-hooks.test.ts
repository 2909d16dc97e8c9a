import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { explainConfiguration } from '../config/explain-configuration.ts'
import { loadConfiguration } from '../config/load-configuration.ts'
import type { DrawbridgeConfig } from '../config/sections.ts'
import { createDrawbridge } from '../create-drawbridge.ts'

const secret = ['whsec', 'c2lnbmVkIHdpdGggdGhpcw=='].join('_')

/** A server of its own that answers every message, and what it was sent. */
async function serveAnswer(answer: unknown) {
  const messages: { readonly body: string; readonly signature: unknown }[] = []
  const server = createServer(async (request, response) => {
    messages.push({ body: await text(request), signature: request.headers['webhook-signature'] })
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { messages, port, url: `http://127.0.0.1:${port}/hook` }
}

function folders() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-http-hooks-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [workspace, home] = [join(root, 'workspace'), join(root, 'home')]
  for (const folder of [workspace, home]) mkdirSync(folder, { mode: 0o700 })
  writeFileSync(join(workspace, 'a.txt'), 'hello')
  return { workspace, home }
}

const read = { name: 'fs.read_file', arguments: { path: 'a.txt' } }

async function outcomeWith(config: DrawbridgeConfig) {
  await using drawbridge = await createDrawbridge({ ...folders(), config, record: 'off' })
  return await drawbridge.openSession().call(read)
}

test('a URL of the configuration is asked before a call, signed, and its no counts', async () => {
  const { url, port, messages } = await serveAnswer({ verdict: 'deny', reason: 'frozen' })
  const outcome = await outcomeWith({
    hooks: [{ name: 'freeze', event: 'PreToolUse', url, secret }],
    // The list of hosts that calls may contact does not limit the operator's own hook.
    network: { allowed: [], internal: [{ host: '127.0.0.1', ports: [port], for: ['hooks'] }] },
  })
  expect(outcome).toMatchObject({ code: 'denied_by_hook', message: 'The hook "freeze" refused the call: frozen' })
  expect(messages).toHaveLength(1)
  expect(JSON.parse(messages[0]?.body ?? '')).toMatchObject({ event: 'PreToolUse', call: { tool: 'fs.read_file' } })
  expect(messages[0]?.signature).toMatch(/^v1,/)
})

test('a hook inside the own network is not reached unless the operator names its host, so that the call is denied', async () => {
  const { url, port, messages } = await serveAnswer({ verdict: 'allow' })
  const hooks = [{ event: 'PreToolUse' as const, url }]
  expect(await outcomeWith({ hooks })).toMatchObject({ code: 'denied_by_hook' })
  const other = { internal: [{ host: '127.0.0.1', ports: [port], for: ['web'] }] }
  expect(await outcomeWith({ hooks, network: other })).toMatchObject({ code: 'denied_by_hook' })
  expect(messages).toEqual([])
  expect(await outcomeWith({ hooks, network: { internal: [`127.0.0.1:${port}`] } })).toMatchObject({ status: 'ok' })
})

test('a URL may watch: what it says after a call is shown to the model', async () => {
  const { url, port, messages } = await serveAnswer({ text: 'noted by the watcher' })
  const network = { internal: [`127.0.0.1:${port}`] }
  const outcome = await outcomeWith({ hooks: [{ event: 'PostToolUse', url, tools: ['fs.*'] }], network })
  expect(outcome).toMatchObject({ status: 'ok', text: expect.stringContaining('noted by the watcher') })
  expect(JSON.parse(messages[0]?.body ?? '')).toMatchObject({ event: 'PostToolUse', result: { isError: false } })
})

test.each([
  [{ event: 'PreToolUse', url: 'https://a.example/', command: ['true'] }, /either a `command` or a `url`/],
  [{ event: 'PreToolUse' }, /either a `command` or a `url`/],
  [{ event: 'PreToolUse', command: ['true'], secret }, /A `secret` signs what is sent to a `url`/],
  [{ event: 'PreToolUse', url: 'file:///etc/passwd' }, /url/],
])('the hook %j is an error that says why', async (hook, message) => {
  const places = folders()
  writeFileSync(join(places.home, 'drawbridge.jsonc'), JSON.stringify({ hooks: [hook] }))
  await expect(createDrawbridge(places)).rejects.toThrow(message)
})

test('the secret of a hook is never shown', () => {
  const places = folders()
  const loaded = loadConfiguration({
    ...places,
    config: { hooks: [{ event: 'PreToolUse', url: 'https://a.example/', secret }] },
  })
  if (loaded.status === 'refused') throw new Error('The configuration is refused.')
  expect(JSON.stringify(explainConfiguration(loaded.configuration))).not.toContain(secret)
  expect(loaded.configuration.scrub.values).toContain(secret)
})
