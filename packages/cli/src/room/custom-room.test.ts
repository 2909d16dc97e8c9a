import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Approver, approveEverything } from '@drawbridge/core'
import { createFakeClock, createScriptedApprover } from '@drawbridge/core/testing'
import { createDrawbridge } from '@drawbridge/sdk'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { runCli } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'

const text = { type: 'object', properties: { a: { type: 'string' } } }
const show = { name: 'show', description: 'Shows.', parameters: text, command: 'echo', args: ['one', '{{.a}}'] }

function homeWith(config: object = {}, files: Readonly<Record<string, unknown>> = {}): ScratchFolder {
  const folder = scratchFolder()
  mkdirSync(join(folder.home, 'tools'), { recursive: true, mode: 0o700 })
  writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify(config))
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder.home, 'tools', name), typeof content === 'string' ? content : JSON.stringify(content))
  return folder
}

const open = (
  { workspace, home }: ScratchFolder,
  approver: Approver = approveEverything,
  clock = createFakeClock(Date.now()),
) => createDrawbridge({ workspace, home, clock, authority: { approvers: [approver] } })
const run = (folder: ScratchFolder, args: readonly string[], input?: unknown) =>
  runHere(folder, ['custom', ...args], input === undefined ? '' : JSON.stringify(input))
/** Changes tools in a process of its own. */
const change = (folder: ScratchFolder, args: readonly string[], input?: unknown) =>
  runCli(folder, ['custom', ...args], { input: input === undefined ? '' : JSON.stringify(input) })
const callOf = (name: string, given: object = {}) => ({ name, arguments: { ...given } })

describeDatabases('a tool that one process changes', ({ options }) => {
  const place = () => {
    const database = options()
    return homeWith(database.kind === 'sqlite' ? {} : { store: { kind: 'postgres', url: database.url } })
  }
  test('is changed, disabled, enabled and removed for another at its next call', { timeout: 240_000 }, async () => {
    const folder = place()
    const clock = createFakeClock(Date.now())
    // Files and database are looked at every 250 ms at most.
    const settle = () => clock.advance(251)
    await using drawbridge = await open(folder, approveEverything, clock)
    await using early = drawbridge.openSession()
    expect(await early.call(callOf('custom.show'))).toMatchObject({ code: 'unknown_tool' })
    expect(await change(folder, ['add'], show)).toMatchObject({ code: 0, stdout: 'Added custom.show.\n' })
    await settle()
    await early.call(callOf('custom.show'))
    await using session = drawbridge.openSession()
    const outcome = async (given: object = { a: 'x' }) => session.call(callOf('custom.show', given))
    expect((await outcome()).text).toContain('one x')
    await change(folder, ['edit', 'show'], { args: ['two', '{{.a}}'] })
    await settle()
    expect((await outcome()).text).toContain('two x')
    await change(folder, ['disable', 'show'])
    await settle()
    expect(await outcome()).toMatchObject({ status: 'denied', code: 'denied_by_policy' })
    expect((await outcome()).text).toContain('it was removed or disabled')
    await change(folder, ['enable', 'show'])
    await settle()
    expect((await outcome()).text).toContain('two x')
    await change(folder, ['edit', 'show'], {
      parameters: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
    })
    await settle()
    expect(await outcome()).toMatchObject({ code: 'validation_error' })
    expect((await drawbridge.openSession().call(callOf('custom.show', { a: 'y' }))).text).toContain('two y')
    await change(folder, ['remove', 'show'])
    await settle()
    expect(await outcome()).toMatchObject({ status: 'denied' })
    expect(await drawbridge.openSession().call(callOf('custom.show'))).toMatchObject({ code: 'unknown_tool' })
  })
})

describe('names', () => {
  test('that clash, hide another or mean a built-in tool are refused with the reason', async () => {
    const folder = homeWith()
    await run(folder, ['add'], show)
    const refusal = async (fields: object) => (await run(folder, ['add'], { ...show, ...fields })).stderr
    expect(await refusal({})).toContain('a tool of that name exists')
    expect(await refusal({ agent_id: 'helper' })).toContain('would hide the other')
    expect(await refusal({ name: 'bash' })).toMatch(/built-in tool "runtime\.exec"/)
    expect(await refusal({ name: '../x' })).toContain('"name"')
    expect(await refusal({ name: 'mine', agent_id: 'helper' })).toBe('')
    await using drawbridge = await open(folder)
    expect(await drawbridge.openSession().call(callOf('custom.helper.mine'))).toMatchObject({
      code: 'tool_not_available',
    })
  })

  test('of an import do not lend its credentials to a document of the same title for another host', async () => {
    const folder = homeWith()
    const document = (server: string, operationId: string) => ({
      openapi: '3.1.0',
      info: { title: 'Shop' },
      servers: [{ url: server }],
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
      paths: { '/a': { get: { operationId } } },
    })
    const shop = 'https://shop.example.org'
    expect((await run(folder, ['import'], document(shop, 'one'))).stdout).toContain('custom.shop_one')
    const other = await run(folder, ['import'], document('https://evil.example.org', 'two'))
    expect([other.code === 0, other.stderr]).toEqual([false, expect.stringContaining('--as NAME')])
    const command = { ...show, name: 'three', api: 'shop' }
    expect((await run(folder, ['add'], command)).stderr).toContain('would send them to a command')
    expect((await run(folder, ['import'], document(shop, 'four'))).code).toBe(0)
    const apart = await run(folder, ['import', '--as', 'evil'], document('https://evil.example.org', 'two'))
    expect(apart.stdout).toContain('custom.evil_two')
  })

  test('that fall under a deny of the policy are refused with the reason, and a later deny removes the tool', async () => {
    const folder = homeWith({
      tools: { deny: ['custom.secret_*', 'tag:dangerous'] },
      agents: { helper: { tools: { deny: ['custom.helper.*'] } } },
    })
    const refusal = async (fields: object) => (await run(folder, ['add'], { ...show, ...fields })).stderr
    expect(await refusal({ name: 'secret_one' })).toMatch(
      /"custom\.secret_one" cannot be used: deny names it by "custom\.secret_\*" \(.*drawbridge\.jsonc/,
    )
    expect(await refusal({ name: 'line', args: undefined, command: 'ls' })).toContain('by "tag:dangerous"')
    expect(await refusal({ name: 'mine', agent_id: 'helper' })).toContain('agent deny names it by "custom.helper.*"')
    const exported = JSON.stringify({ drawbridge_tools: 1, tools: [show, { ...show, name: 'secret_two' }] })
    expect((await runHere(folder, ['custom', 'import'], exported)).stderr).toContain('custom.secret_two')
    expect((await run(folder, ['list'])).stdout).toBe('')

    expect(await refusal({})).toBe('')
    writeFileSync(join(folder.home, 'drawbridge.jsonc'), JSON.stringify({ tools: { deny: ['custom.show'] } }))
    await using drawbridge = await open(folder)
    const outcome = await drawbridge.openSession().call(callOf('custom.show', { a: 'x' }))
    expect(outcome).toMatchObject({ code: 'tool_not_available' })
    expect(outcome.text).toContain('deny names it by')
  })
})

describe('files of tools/', () => {
  test('declare tools; one that breaks is told by doctor and stops no other', { timeout: 60_000 }, async () => {
    const folder = homeWith(
      {},
      {
        'good.json': { ...show, name: 'good' },
        'broken.json': '{',
        'typo.json': { ...show, name: 'typo', comand: 'x' },
        'env.json': { ...show, name: 'env', env: { A: 'b' } },
        'open.json': { ...show, name: 'open' },
      },
    )
    chmodSync(join(folder.home, 'tools', 'open.json'), 0o666)
    const listed = await run(folder, ['list'])
    expect(listed.stdout).toContain('local.good  exec, write')
    for (const part of [
      'broken.json: It is not JSON',
      '"comand" is not a field',
      'env.json: "env" in a file',
      'open.json: Other users can write it',
    ])
      expect(listed.stderr).toContain(part)
    expect((await runHere(folder, ['doctor'])).stdout).toContain('tools/typo.json')
    await using drawbridge = await open(folder)
    const outcome = await drawbridge.openSession().call(callOf('local.good', { a: 'x' }))
    expect(outcome.text).toContain('one x')
  })

  test('of a project declare nothing', async () => {
    const folder = homeWith()
    mkdirSync(join(folder.workspace, 'tools'))
    writeFileSync(join(folder.workspace, 'tools', 'mine.json'), JSON.stringify({ ...show, name: 'mine' }))
    await using drawbridge = await open(folder)
    expect(await drawbridge.openSession().call(callOf('local.mine'))).toMatchObject({ code: 'unknown_tool' })
  })
})

test('a tool gets its arguments as JSON, prints a result, and its failures are failures', async () => {
  const folder = homeWith(
    {},
    {
      'echo.json': { name: 'echo', description: 'd', parameters: text, command: 'cat', args: [] },
      'result.json': { name: 'result', description: 'd', command: 'echo \'{"content": "told", "data": {"n": 1}}\'' },
      'error.json': { name: 'error', description: 'd', command: 'echo \'{"content": "no luck", "is_error": true}\'' },
      'fails.json': { name: 'fails', description: 'd', command: 'ls /nowhere-at-all' },
      'outside.json': { name: 'outside', description: 'd', command: 'ls', args: [], working_dir: '/var' },
    },
  )
  await using drawbridge = await open(folder)
  const { call } = drawbridge.openSession()
  expect((await call(callOf('local.echo', { a: '{{.a}}' }))).result.data).toEqual({ a: '{{.a}}' })
  expect(await call(callOf('local.result'))).toMatchObject({
    status: 'ok',
    text: expect.stringContaining('told'),
    result: { data: { n: 1 } },
  })
  expect(await call(callOf('local.error'))).toMatchObject({
    code: 'command_failed',
    message: expect.stringContaining('no luck'),
  })
  expect(await call(callOf('local.fails'))).toMatchObject({
    code: 'command_failed',
    message: expect.stringContaining('nowhere-at-all'),
  })
  expect(await call(callOf('local.outside'))).toMatchObject({ code: 'path_outside_roots' })
})

test('a tool that may change something asks although its command only reads, and a readonly one does not', async () => {
  const harmless = { description: 'd', command: 'ls' }
  const folder = homeWith(
    {},
    {
      'shell.json': { ...harmless, name: 'shell' },
      'exec.json': { ...harmless, name: 'exec', args: [] },
      'reads.json': { ...harmless, name: 'reads', args: [], permission: 'readonly' },
    },
  )
  const approver = createScriptedApprover(['shell', 'exec'].map((name) => ({ tool: `local.${name}`, answer: 'deny' })))
  await using drawbridge = await open(folder, approver)
  const { call } = drawbridge.openSession()
  expect(await call(callOf('local.shell'))).toMatchObject({ code: 'denied_by_user' })
  expect(await call(callOf('local.exec'))).toMatchObject({ code: 'denied_by_user' })
  expect(await call(callOf('local.reads'))).toMatchObject({ status: 'ok' })
  approver.done()
})

test('a secret that a tool takes from the environment is cut out of its output, and a plain value is not', async () => {
  const secret = ['taken', 'from', 'env', '42'].join('_')
  const printer = {
    description: 'd',
    command: 'printenv',
    permission: 'readonly',
    args: ['DB_TEST_TOKEN', 'DB_TEST_REGION'],
  }
  const folder = homeWith(
    {},
    { 'p.json': { ...printer, name: 'p', env_allowlist: ['DB_TEST_TOKEN', 'DB_TEST_REGION'] } },
  )
  vi.stubEnv('DB_TEST_TOKEN', secret)
  vi.stubEnv('DB_TEST_REGION', 'eu-central-1')
  onTestFinished(() => void vi.unstubAllEnvs())
  await using drawbridge = await open(folder)
  const { text: printed } = await drawbridge.openSession().call(callOf('local.p'))
  expect(printed).toContain('eu-central-1')
  expect(printed).not.toContain(secret)
})

test('an export is imported again unchanged, without its environment', async () => {
  const [from, to] = [homeWith(), homeWith()]
  await run(from, ['add'], { ...show, env: { A: 'b' }, env_allowlist: ['LANG'] })
  const exported = (await run(from, ['export'])).stdout
  expect((await runHere(to, ['custom', 'import'], exported)).stdout).toBe('Added custom.show.\n')
  expect((await run(to, ['export'])).stdout).toBe(exported)
})

test('a tool cannot change tools: the commands are for persons', { timeout: 60_000 }, async () => {
  const folder = homeWith()
  const started = await runCli(folder, [
    'call',
    'runtime.run_command',
    JSON.stringify({
      argv: [process.execPath, new URL('../../bin/drawbridge.js', import.meta.url).pathname, 'custom', 'remove', 'x'],
      contained: false,
    }),
    '--approve',
    'always',
  ])
  expect(started.stdout + started.stderr).toContain('Only a person can change custom tools')
})
