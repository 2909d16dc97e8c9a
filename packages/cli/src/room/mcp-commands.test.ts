import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDrawbridge } from '@drawbridge/sdk'
import { describe, expect, test } from 'vitest'
import { scripted } from '../../../mcp-client/src/__fixtures__/open-scene.ts'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { jsonOf, runCli } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'

function homeWith(text: string): ScratchFolder {
  const folder = scratchFolder()
  mkdirSync(folder.home, { mode: 0o700 })
  writeFileSync(join(folder.home, 'drawbridge.jsonc'), text)
  return folder
}

const textIn = ({ home }: ScratchFolder) => readFileSync(join(home, 'drawbridge.jsonc'), 'utf8')
const mcp = (folder: ScratchFolder, ...args: string[]) => runHere(folder, ['mcp', ...args])

describe('the servers of the configuration', () => {
  test('are added, switched and removed, with the comments around them kept', async () => {
    const folder = homeWith('{\n  // one\n  "mcp": { "servers": {} } // two\n}\n')
    expect(await mcp(folder, 'add', 'files', '--env', 'PATH', '--', 'npx', '-y', 'files-mcp')).toMatchObject({
      code: 0,
    })
    const addWeb = () => mcp(folder, 'add', 'web', 'https://example.com/mcp', '--bearer', 'WEB_TOKEN')
    expect(await addWeb()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('drawbridge secrets set WEB_TOKEN'),
    })
    await runHere(folder, ['secrets', 'set', 'WEB_TOKEN'], 'correct horse battery')
    expect(await addWeb()).toMatchObject({ code: 0 })
    expect(jsonOf(await mcp(folder, 'list', '--json'))).toEqual({
      servers: [
        {
          id: 'files',
          enabled: true,
          needs: [],
          agreed: false,
          server: { command: 'npx', args: ['-y', 'files-mcp'], env: { PATH: '${env:PATH}' } },
        },
        {
          id: 'web',
          enabled: true,
          needs: [],
          agreed: false,
          server: { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${secret:WEB_TOKEN}' } },
        },
      ],
    })
    expect(await mcp(folder, 'remove', 'web')).toMatchObject({ code: 0 })
    expect(await mcp(folder, 'disable', 'files')).toMatchObject({ code: 0 })
    expect((await mcp(folder, 'list')).stdout).toBe('files  off  npx -y files-mcp\n')
    const off = textIn(folder)
    expect(await mcp(folder, 'disable', 'files')).toMatchObject({ stdout: 'Nothing had to be changed.\n' })
    expect(textIn(folder)).toBe(off)
    expect(await mcp(folder, 'enable', 'files')).toMatchObject({ code: 0 })
    for (const comment of ['// one', '// two']) expect(textIn(folder)).toContain(comment)
  })

  test.each([
    [['add', 'Bad Id', '--', 'npx'], 'not a valid id'],
    [['add', 'a', 'https://example.com', 'more'], 'takes no arguments'],
    [['remove', 'fles'], 'There is no server "fles"'],
    [['export', 'cursr'], 'Did you mean'],
  ])('are left as they are by %j, which says why', async (args, message) => {
    const folder = homeWith('{"mcp":{"servers":{"files":{"command":"files"}}}}')
    expect(await mcp(folder, ...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
    expect(textIn(folder)).toBe('{"mcp":{"servers":{"files":{"command":"files"}}}}')
  })

  test('that wait for an input are switched on once the secret is kept, and not before', async () => {
    const waiting = '{"mcp":{"servers":{"paid":{"command":"paid","env":{"KEY":"<input:api-key>"},"enabled":false}}}}'
    const folder = homeWith(waiting)
    expect((await mcp(folder, 'list')).stdout).toContain('needs input: api-key')
    expect(await mcp(folder, 'enable', 'paid')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('drawbridge secrets set api-key'),
    })
    expect(textIn(folder)).toBe(waiting)
    await runHere(folder, ['secrets', 'set', 'api-key'], 'correct horse battery')
    expect(await mcp(folder, 'enable', 'paid')).toMatchObject({ code: 0 })
    expect(textIn(folder)).toBe('{"mcp":{"servers":{"paid":{"command":"paid","env":{"KEY":"${secret:api-key}"}}}}}')
  })

  test('that nobody agreed to are listed with the command that does it, unless they are switched off', async () => {
    const off = { command: 'off', enabled: false }
    const folder = homeWith(JSON.stringify({ mcp: { servers: { one: scripted(), two: scripted(), off } } }))
    const needed = async () =>
      [...(await mcp(folder, 'list')).stdout.matchAll(/so no model sees them: (.*)$/gm)].map(([, command]) => command)
    expect(await needed()).toEqual(['drawbridge mcp consent one', 'drawbridge mcp consent two'])
    const version = /--accept (\w+)/.exec((await mcp(folder, 'consent', 'one')).stderr)?.[1] ?? ''
    expect(await mcp(folder, 'consent', 'one', '--accept', version)).toMatchObject({ code: 0 })
    expect(await needed()).toEqual(['drawbridge mcp consent two'])
  })

  test('are printed in the form of another client, with references instead of secrets', async () => {
    const folder = homeWith(
      '{"mcp":{"servers":{"a":{"command":"a","args":["x"],"env":{"T":"${secret:T}"}},"b":{"url":"https://example.com/mcp","enabled":false}}}}',
    )
    await runHere(folder, ['secrets', 'set', 'T'], 'correct horse battery')
    const codex = await mcp(folder, 'export', 'codex')
    expect(codex.stdout).toBe(
      '[mcp_servers.a]\nenabled = true\ncommand = "a"\nargs = ["x"]\n\n[mcp_servers.a.env]\nT = "${secret:T}"\n\n[mcp_servers.b]\nenabled = false\nurl = "https://example.com/mcp"\n',
    )
    expect(codex.stderr).toContain('mean nothing to Codex')
    expect(JSON.parse((await mcp(folder, 'export', 'opencode', 'a')).stdout)).toEqual({
      mcp: { a: { enabled: true, type: 'local', command: ['a', 'x'], environment: { T: '${secret:T}' } } },
    })
  })
})

describeDatabases('grants of servers on the command line', ({ options }) => {
  function homeOnDatabase(): ScratchFolder {
    const database = options()
    const store = database.kind === 'sqlite' ? {} : { store: { kind: 'postgres', url: database.url } }
    return homeWith(
      JSON.stringify({
        ...store,
        mcp: { servers: { files: { command: 'files', enabled: false, requireAgentGrant: true } } },
      }),
    )
  }

  test('are written, listed, removed and recorded', async () => {
    const folder = homeOnDatabase()
    expect(await mcp(folder, 'grant', 'files', '--agent', 'writer', '--allow', 'a,b', '--deny', 'b')).toMatchObject({
      code: 0,
    })
    expect((await mcp(folder, 'grants')).stdout).toBe('files  agent writer  a, b, never b\n')
    expect(await mcp(folder, 'revoke', 'files', '--agent', 'writer')).toMatchObject({ code: 0 })
    expect(await mcp(folder, 'revoke', 'files', '--agent', 'writer')).toMatchObject({ code: 1 })
    expect(await mcp(folder, 'grant', 'fils', '--agent', 'writer')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"files"'),
    })
    const own = { toolPrefix: 'fx', timeouts: { callSeconds: 20 } }
    expect(await mcp(folder, 'grant', 'files', '--agent', 'writer', '--overrides', JSON.stringify(own))).toMatchObject({
      code: 0,
    })
    expect((await mcp(folder, 'grants')).stdout).toBe('files  agent writer  all tools, own timeouts, toolPrefix\n')
    expect(jsonOf(await mcp(folder, 'grants', '--json'))).toMatchObject({ grants: [{ overrides: own }] })
    for (const [given, message] of [
      ['{"toolPrefix":', 'is not JSON'],
      ['{"prefix":"x"}', 'env, headers, timeouts, toolPrefix'],
      ['{"headers":{"a":"b"}}', 'is a program'],
    ] as const) {
      const refused = await mcp(folder, 'grant', 'files', '--agent', 'writer', '--overrides', given)
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
    }
    expect(await mcp(folder, 'grant', 'files')).toMatchObject({ code: 2, stderr: expect.stringContaining('--agent') })
    const { stdout } = await runHere(folder, ['audit', 'list', '--json'])
    expect(stdout.match(/mcp\.grant_changed/g)).toHaveLength(3)
  })

  test('follow once from a request that two processes decide at the same time', { timeout: 120_000 }, async () => {
    const folder = homeOnDatabase()
    await using drawbridge = await createDrawbridge({
      home: folder.home,
      workspace: folder.workspace,
      agents: { allowUnknown: true },
    })
    await using session = drawbridge.openSession({ principal: { agent: 'writer' } })
    const ask = { name: 'servers.request_access', arguments: { server: 'files', tools: ['read'], reason: 'to read' } }
    expect(await session.call(ask)).toMatchObject({ status: 'ok' })
    const { requests } = jsonOf<{ requests: { id: string }[] }>(await mcp(folder, 'requests', '--json'))
    const id = requests[0]?.id ?? ''
    const decisions = await Promise.all([1, 2].map(() => runCli(folder, ['mcp', 'approve', id, '--json'])))
    expect(decisions.map(({ code }) => code).toSorted()).toEqual([0, 1])
    expect(jsonOf(await mcp(folder, 'grants', '--json'))).toMatchObject({
      grants: [{ server: 'files', subject: { kind: 'agent', id: 'writer' }, toolAllow: ['read'], enabled: true }],
    })
    expect(await mcp(folder, 'reject', id, '--note', 'late')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('was approved already'),
    })
    const { stdout } = await runHere(folder, ['audit', 'list', '--json'])
    expect(stdout.match(/mcp\.access_requested/g)).toHaveLength(1)
    expect(stdout.match(/mcp\.access_decided/g)).toHaveLength(1)
  })
})

test('what a server would offer is shown tool by tool with the reason, by the name that the agent sees, and nothing is agreed to', async () => {
  const script = join(import.meta.dirname, '../../../mcp-client/src/__fixtures__/script-server.ts')
  const named = (name: string) => ({ name, inputSchema: { type: 'object' } })
  const tools = [named('read'), named('write'), { name: 'bad name' }]
  const server = {
    command: process.execPath,
    args: [script, JSON.stringify({ tools })],
    era: 'legacy',
    toolDeny: ['write'],
    toolPrefix: 'all',
    agents: { writer: { toolPrefix: 'mine' } },
  }
  const folder = homeWith(JSON.stringify({ mcp: { servers: { one: server, gone: { command: 'no-such-program' } } } }))
  const tested = await mcp(folder, 'test', 'one')
  expect(tested.code).toBe(0)
  expect(tested.stdout).toContain('3 tools, 0 offered')
  expect(tested.stdout).toContain('withheld: mcp.one.read (new: agree to it with drawbridge mcp consent one)')
  expect(tested.stdout).toContain('filtered: mcp.one.write (toolDeny of the configuration names it)')
  expect(tested.stdout).toContain('left out: bad name (Its name is not')
  expect(jsonOf(await mcp(folder, 'test', 'one', '--json'))).toMatchObject({ server: 'one', tools: { length: 3 } })
  const [, version = ''] = /--accept (\w+)/.exec((await mcp(folder, 'consent', 'one')).stderr) ?? []
  expect(await mcp(folder, 'consent', 'one', '--accept', version)).toMatchObject({ code: 0 })
  await mcp(folder, 'grant', 'one', '--agent', 'reader', '--overrides', '{"toolPrefix":"granted"}')
  for (const [flags, name] of [
    [[], 'all__read'],
    [['--agent', 'writer'], 'mine__read'],
    [['--agent', 'reader'], 'granted__read'],
  ] as const) {
    const { stdout } = await mcp(folder, 'test', 'one', ...flags)
    expect(stdout).toContain(`offered: mcp.one.read as ${name}`)
  }
  const gone = await mcp(folder, 'test', 'gone')
  expect([gone.code, gone.stdout]).toEqual([1, expect.stringContaining('cannot be reached')])
}, 60_000)
