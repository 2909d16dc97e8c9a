import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DrawbridgeEvent } from '@drawbridge/core'
import { systemClock } from '@drawbridge/core/base'
import { createConfigurationRepository } from '@drawbridge/store/configuration-rows'
import { openDatabase } from '@drawbridge/store/database'
import { expect, onTestFinished, test } from 'vitest'
import { builtInRegistry } from '../config/check-policy-file.ts'
import { openPolicyEditor } from './open-policy-editor.ts'

async function openEditor() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-policy-')))
  const workspace = join(home, 'project')
  mkdirSync(workspace)
  const database = await openDatabase({ kind: 'sqlite', file: join(home, 'drawbridge.db') })
  onTestFinished(async () => {
    await database[Symbol.asyncDispose]()
    rmSync(home, { recursive: true, force: true })
  })
  const registry = await builtInRegistry()
  const editor = openPolicyEditor({ database, home, workspace, registry, clock: systemClock })
  return { editor, settings: createConfigurationRepository(database, { clock: systemClock }) }
}

const deny = { id: 'no-delete', tools: 'fs.delete', then: 'deny' }
const closed = { permissions: { rules: [deny] }, tools: { deny: ['web.*'] } }

test('a policy replaces the one of the database, leaves other settings alone, and can be taken back', async () => {
  const { editor, settings } = await openEditor()
  const before = [
    { path: ['permissions'], value: { mode: 'plan' } },
    { path: ['agents', 'ada'], value: { description: 'x', tools: { deny: ['fs.*'] } } },
    { path: ['backups', 'perFile'], value: 3 },
  ]
  await settings.change({ remove: [], add: before, setBy: 'ada' }, 0)
  const first = await editor.read()
  expect(first.content).toEqual({ permissions: { mode: 'plan' }, agents: { ada: { tools: { deny: ['fs.*'] } } } })

  const content = { permissions: { mode: 'plan', rules: [deny] } }
  const applied = await editor.apply({ content, replaces: first.digest, setBy: 'bob', note: 'why' })
  expect(applied).toMatchObject({ status: 'applied', current: { version: 2, content } })
  expect((await settings.read()).rows).toMatchObject([
    { path: ['agents', 'ada', 'description'], value: 'x' },
    { path: ['backups', 'perFile'], setBy: 'ada' },
    { path: ['permissions', 'mode'], value: 'plan' },
    { path: ['permissions', 'rules'], value: [deny], setBy: 'bob' },
  ])
  expect((await editor.read()).content).toEqual(content)

  const versions = await editor.versions({ limit: 10 })
  expect(versions.map(({ version, setBy, note }) => [version, setBy, note])).toEqual([
    [2, 'bob', 'why'],
    [1, 'ada', undefined],
    [0, 'nobody', undefined],
  ])
  const old = await editor.version(1)
  expect(old?.content).toEqual(first.content)
  const back = await editor.apply({ content: old?.content ?? {}, replaces: (await editor.read()).digest, setBy: 'ada' })
  expect(back).toMatchObject({ status: 'applied', current: { digest: first.digest } })
})

test('of two who replace the same policy the second is told what is there now', async () => {
  const { editor } = await openEditor()
  const { digest: replaces } = await editor.read()
  const [one, other] = await Promise.all([
    editor.apply({ content: closed, replaces, setBy: 'ada' }),
    editor.apply({ content: { permissions: { mode: 'plan' } }, replaces, setBy: 'bob' }),
  ])
  expect([one.status, other.status].toSorted()).toEqual(['applied', 'stale'])
  const stale = one.status === 'stale' ? one : other
  expect(stale).toMatchObject({ current: { version: 1, digest: (await editor.read()).digest } })
})

test.each([
  [{ permissions: { mode: 'paln' } }, 'permissions.mode', /"paln".*"plan"/s],
  [{ permissions: { rules: [{ tools: 'fs.raed_file', then: 'deny' }] } }, 'permissions.rules', /fs\.raed_file/],
  [{ hooks: [{ event: 'Stop', command: ['x'] }] }, 'hooks', /not one of them/],
  [{ sandbox: { mode: 'off' } }, 'sandbox.mode', /not one of them/],
  [{ agents: { ada: { qualityGates: [{ type: 'command' }] } } }, 'agents.ada.qualityGates', /not "qualityGates"/],
  [{ permissions: { rules: [{ tools: '*', then: 'deny', reason: '${env:HOME}' }] } }, 'permissions.rules', /\$\{env/],
  [
    { network: { denied: [['ghp', 'R8d2kfVq0sXw7YbLmT3nZc6HjPaEuG1iOv4S'].join('_')] } },
    'network.denied',
    /contains a secret/,
  ],
])('the policy %j is refused with its place, and nothing is changed', async (content, place, message) => {
  const { editor } = await openEditor()
  const { digest: replaces } = await editor.read()
  const refused = await editor.apply({ content, replaces, setBy: 'ada' })
  expect(refused).toMatchObject({ status: 'faulty', problems: [{ place, message: expect.stringMatching(message) }] })
  expect((await editor.check(content)).problems).toMatchObject([{ place }])
  expect(await editor.read()).toMatchObject({ version: 0, content: {} })
})

test('a simulation names the calls that a policy would decide otherwise', async () => {
  const { editor } = await openEditor()
  async function* recorded() {
    yield started('1', 'fs.read_file', { path: 'a.md' })
    yield started('2', 'fs.list_files', { path: '.' })
  }
  const content = { permissions: { rules: [{ id: 'closed', tools: 'fs.read_file', then: 'deny' }] } }
  expect(await editor.simulate(content, recorded())).toMatchObject({
    status: 'simulated',
    report: { calls: 2, changed: 1, groups: [{ tool: 'fs.read_file', from: 'allow', to: 'deny', count: 1 }] },
  })
})

function started(toolCallId: string, tool: string, input: object) {
  const principal = { session: 's', run: 'r', role: 'main', parents: [] }
  const decision = { verdict: 'allow', rule: 'built-in', source: 'built-in', reason: '' }
  const facts = { permission: 'readonly', risk: 'low', input, targets: [], principal, decision }
  return {
    type: 'tool.started',
    session: 's',
    run: 'r',
    sequence: 1,
    time: 1,
    toolCallId,
    tool,
    ...facts,
  } as never as DrawbridgeEvent
}
