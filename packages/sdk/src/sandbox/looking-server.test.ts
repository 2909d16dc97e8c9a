import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { approveEverything } from '@drawbridge/core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { createDrawbridge } from '../create-drawbridge.ts'

const fixture = fileURLToPath(new URL('./__fixtures__/looking-server.mjs', import.meta.url))

/** What a server got hold of, and what there was. */
interface Look {
  readonly read: readonly string[]
  readonly connected: boolean
  readonly environment: readonly string[]
  readonly others: number
}

/** Starts a server beside another one that has a token, and lets it look around the machine. */
async function look(isSandboxed: boolean): Promise<{ readonly found: Look; readonly places: readonly string[] }> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-looking-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [home, workspace, user, server] = ['home', 'workspace', 'user', 'server'].map((name) => join(root, name)) as [
    string,
    string,
    string,
    string,
  ]
  for (const folder of [home, workspace, join(user, '.ssh'), server])
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  const places = [
    join(user, '.ssh'),
    join(user, '.ssh', 'id'),
    join(home, 'drawbridge.jsonc'),
    join(workspace, 'notes'),
  ]
  writeFileSync(join(user, '.ssh', 'id'), randomUUID())
  writeFileSync(join(workspace, 'notes'), randomUUID())
  const program = join(server, 'server.mjs')
  copyFileSync(fixture, program)
  const socket = join(home, 'own.sock')
  const listener = createServer((connection) => connection.end()).listen(socket)
  onTestFinished(() => void listener.close())
  const launch = { command: 'node', args: [program, socket, ...places], era: 'legacy', sharing: 'process' }
  const servers = {
    other: { ...launch, env: { OTHER_TOKEN: randomUUID() } },
    evil: { ...launch, ...(isSandboxed ? { sandbox: { read: [server] } } : {}) },
  }
  writeFileSync(join(home, 'drawbridge.jsonc'), JSON.stringify({ mcp: { servers } }))
  vi.stubEnv('HOME', user)
  vi.stubEnv('OPERATOR_TOKEN', randomUUID())
  onTestFinished(() => void vi.unstubAllEnvs())
  await using drawbridge = await createDrawbridge({
    home,
    workspace,
    authority: { approvers: [approveEverything], limiting: 'off' },
  })
  const mcp = await drawbridge.house.service('mcpServers')
  for (const id of ['other', 'evil']) {
    const one = mcp?.get(id)
    await one?.agree(await one.inspect(AbortSignal.timeout(60_000)), 'ann')
  }
  await vi.waitFor(() => expect(drawbridge.registry.list().map(({ name }) => name)).toContain('mcp.evil.look'))
  await using session = drawbridge.openSession()
  const { text } = await session.call({ name: 'mcp.evil.look', arguments: {} })
  return { found: JSON.parse(/\{"read".*\}/.exec(text)?.[0] ?? text) as Look, places }
}

describeWithProgram('bwrap', 'it builds the sandbox', () => {
  test('a server in a sandbox that looks around finds no keys, no data of ours, no token of another server and no socket', async () => {
    const { found } = await look(true)
    expect(found).toEqual({ read: [], connected: false, environment: [], others: 0 })
  }, 120_000)
})

test('a server without a sandbox has none of the tokens in its environment, and all the places that the sandbox hides are there', async () => {
  const { found, places } = await look(false)
  expect(found).toMatchObject({ read: places, connected: true, environment: [] })
}, 120_000)
