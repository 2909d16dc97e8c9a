import { existsSync, mkdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { DrawbridgeError, type Outcome } from '@drawbridge/core'
import type { Role } from '@drawbridge/core/policy'
import type { CapabilityReport } from '@drawbridge/sandbox'
import type { SandboxSection } from '@drawbridge/sandbox/configuration'
import { allHeld, createFakeBackend, type FakeBackend } from '@drawbridge/sandbox/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Drawbridge } from '../drawbridge.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'
import { createSandboxedFolder, type SandboxedFolder, textOf } from './__fixtures__/sandboxed-folder.ts'

let folder: SandboxedFolder
beforeEach(() => {
  folder = createSandboxedFolder()
})
afterEach(() => folder[Symbol.dispose]())

const absent = (reason: string): CapabilityReport =>
  Object.fromEntries(Object.keys(allHeld).map((name) => [name, { held: false, reason }])) as CapabilityReport
const withoutMemory: CapabilityReport = {
  ...allHeld,
  memory: { held: false, reason: 'No control group can be written.' },
}

const open = (backend: FakeBackend, section: SandboxSection = {}, options: DrawbridgeOptions = {}) =>
  folder.open(
    { backend: backend.kind, ...section },
    {
      ...options,
      sandbox: { backend, ...options.sandbox },
    },
  )

const exec = async (drawbridge: Drawbridge, who: { role?: Role; agent?: string } = {}): Promise<Outcome> => {
  await using session = drawbridge.openSession({ principal: who })
  return session.call({ name: 'runtime__exec', arguments: { command: 'true' } })
}

describe('what is required and not held', () => {
  test('keeps everything from starting, with the reason', async () => {
    const backend = createFakeBackend({ capabilities: withoutMemory })
    const opening = open(backend, { required: ['memory'] })
    await expect(opening).rejects.toThrow('docker cannot enforce memory here: No control group can be written.')
    await expect(opening).rejects.toSatisfy(
      (error) => DrawbridgeError.isInstance(error) && error.code === 'sandbox_unavailable',
    )
  })

  test('is never made up for by falling back', async () => {
    const backend = createFakeBackend({ capabilities: absent('There is no engine.') })
    await expect(open(backend, { required: ['net'], fallback: 'host' })).rejects.toThrow('There is no engine.')
  })

  test('of one agent keeps everything from starting too', async () => {
    const backend = createFakeBackend({ capabilities: withoutMemory })
    const opening = open(
      backend,
      {},
      {
        config: { agents: { guest: { sandbox: { required: ['memory'] } } } },
      },
    )
    await expect(opening).rejects.toThrow('requires a sandbox of the agent "guest"')
  })

  test('lets somebody look, and refuses every call', async () => {
    const backend = createFakeBackend({ capabilities: withoutMemory })
    await using drawbridge = await open(backend, { required: ['memory'] }, { sandbox: { inspectOnly: true } })
    expect(await drawbridge.explainSandbox()).toMatchObject({ runs_in: 'none', why: expect.stringContaining('memory') })
    expect(await exec(drawbridge)).toMatchObject({ code: 'sandbox_unavailable' })
    expect(backend.launched).toEqual([])
  })
})

describe('where there is no sandbox', () => {
  const gone = () => createFakeBackend({ capabilities: absent('There is no engine. Start it.') })

  test('calls are refused with reason and way out, and never run on the machine', async () => {
    await using drawbridge = await open(gone())
    const outcome = await exec(drawbridge)
    expect(outcome).toMatchObject({ status: 'failed', code: 'sandbox_unavailable' })
    expect(textOf(outcome)).toMatch(/There is no engine. Start it..*"fallback": "host"/s)
    const read = await drawbridge.openSession().call({ name: 'fs__read_file', arguments: { path: 'a.txt' } })
    expect(read).toMatchObject({ code: 'sandbox_unavailable' })
  })

  test('they run on the machine where the operator said so, and every one tells', async () => {
    await using drawbridge = await open(gone(), { fallback: 'host' })
    const outcome = await exec(drawbridge)
    expect(outcome).toMatchObject({ status: 'ok', result: { data: { ran_in: 'host' } } })
    expect(textOf(outcome)).toContain(
      'Ran on this machine without a sandbox, as the operator allows: docker cannot enforce',
    )
    expect(await drawbridge.explainSandbox()).toMatchObject({
      runs_in: 'host',
      why: expect.stringContaining('fallback'),
    })
  })

  test('a sandbox that fails later does not let calls run outside', async () => {
    const backend = createFakeBackend({ broken: 'The engine went away.' })
    await using drawbridge = await open(backend, { fallback: 'host' })
    expect(await exec(drawbridge)).toMatchObject({ code: 'sandbox_unavailable' })
  })
})

describe('whose calls run in a sandbox', () => {
  const ranIn = async (drawbridge: Drawbridge, who: { role?: Role; agent?: string }) =>
    ((await exec(drawbridge, who)).result.data as { ran_in?: string }).ran_in

  test('with "non-main" those of every run but the main one', async () => {
    await using drawbridge = await open(createFakeBackend(), { mode: 'non-main' })
    expect(await ranIn(drawbridge, {})).toBeUndefined()
    expect(await ranIn(drawbridge, { role: 'sub' })).toBe('docker')
    for (const role of ['orchestrator', 'sub', 'fork', 'worker'] as const) {
      expect(await drawbridge.explainSandbox({ role })).toMatchObject({ runs_in: 'docker' })
    }
  })

  test('is set for single agents', async () => {
    const sandbox = { mode: 'all', workspace: 'read', memoryMb: 64 } as const
    const config = { agents: { guest: { sandbox }, host: {} } }
    const backend = createFakeBackend()
    await using drawbridge = await open(backend, { mode: 'off' }, { config })
    expect(await ranIn(drawbridge, { agent: 'host' })).toBeUndefined()
    expect(await ranIn(drawbridge, { agent: 'guest' })).toBe('docker')
    expect(backend.prepared).toMatchObject([
      { workspace: { access: 'read' }, limits: { memoryBytes: 64 * 1024 * 1024 } },
    ])
  })

  test("nobody's, where nothing is configured: then no backend is made", async () => {
    await using drawbridge = await folder.open({ mode: 'off' })
    expect(drawbridge.sandboxing).toBeUndefined()
    expect(await drawbridge.explainSandbox()).toMatchObject({ runs_in: 'host', backend: null })
  })

  test('nobody\'s with the option "false", whatever files say', async () => {
    folder.file('home/drawbridge.jsonc', '{ "sandbox": { "mode": "all" } }')
    await using drawbridge = await folder.open(
      {},
      { configFile: join(folder.home, 'drawbridge.jsonc'), sandbox: { enabled: false } },
    )
    expect(drawbridge.sandboxing).toBeUndefined()
  })
})

describe('who shares a sandbox', () => {
  test.each([
    ['session', 2],
    ['agent', 1],
    ['shared', 1],
  ] as const)('scope %s: two sessions of one agent have %i', async (scope, count) => {
    const backend = createFakeBackend()
    await using drawbridge = await open(backend, { scope }, { agents: { allowUnknown: true } })
    await exec(drawbridge, { agent: 'a' })
    await exec(drawbridge, { agent: 'a' })
    expect(new Set(backend.prepared.map(({ key }) => key)).size).toBe(count)
    await exec(drawbridge, { agent: 'b' })
    expect(new Set(backend.prepared.map(({ key }) => key)).size).toBe(scope === 'shared' ? 1 : count + 1)
  })

  test('the sandbox of a session ends with it; a shared one stays', async () => {
    const backend = createFakeBackend()
    await using drawbridge = await open(backend)
    await exec(drawbridge)
    // With the one in which such commands would have run that nobody approved.
    expect(backend.ended).toEqual(backend.prepared.flatMap(({ key }) => [key, `${key}-looking`]))
    const other = createFakeBackend()
    await using shared = await open(other, { scope: 'shared' })
    await exec(shared)
    expect(other.ended).toEqual([])
  })

  test('what nobody used for long is removed, and what is in use is not', async () => {
    const place = join(folder.home, 'cache/sandbox/temporary')
    mkdirSync(join(place, 'shared-old'), { recursive: true })
    utimesSync(join(place, 'shared-old'), new Date(0), new Date(0))
    await using drawbridge = await open(createFakeBackend(), { scope: 'shared' })
    expect(existsSync(join(place, 'shared-old'))).toBe(false)
    await exec(drawbridge)
    expect(await drawbridge.sandboxing?.prune()).toEqual([])
    expect(folder.kept().filter((path) => path.startsWith('temporary/'))).toHaveLength(1)
  })
})

test('plan mode leaves a command the workspace to read only', async () => {
  const backend = createFakeBackend()
  await using drawbridge = await open(backend, {}, { authority: { mode: 'plan' } })
  await using session = drawbridge.openSession()
  await session.call({ name: 'runtime__exec', arguments: { command: 'ls' } })
  expect(backend.prepared).toMatchObject([{ workspace: { access: 'read' } }])
})

test('where a run works is recorded with it', async () => {
  await using drawbridge = await open(createFakeBackend(), {}, { record: 'files' })
  const session = drawbridge.openSession({ id: 'recorded' })
  await session.call({ name: 'fs__list_files', arguments: { path: '.' } })
  await session[Symbol.asyncDispose]()
  expect(folder.text('home/sessions/recorded.jsonl')).toContain('"setup":{"sandbox":"docker"}')
})

test.each([
  ['all', 300_000],
  ['off', 60_000],
] as const)('with sandboxes for %s calls, a command line that asks for no time has %i ms', async (mode, ms) => {
  await using drawbridge = await open(createFakeBackend(), { mode })
  await using session = drawbridge.openSession()
  const limits: unknown[] = []
  using _events = session.events.subscribe((event) => {
    if (event.type === 'run.started') limits.push(event.settings.commandTimeoutMs)
  })
  await session.call({ name: 'runtime__exec', arguments: { command: 'true' } })
  expect(limits).toEqual([ms])
})
