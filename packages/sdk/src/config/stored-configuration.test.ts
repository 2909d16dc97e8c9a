import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveWith } from '@drawbridge/core'
import { type Clock, systemClock } from '@drawbridge/core/base'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'
import { examineConfiguration } from './examine-configuration.ts'
import { explainConfiguration } from './explain-configuration.ts'
import { readConfiguration } from './read-configuration.ts'
import { openStoredConfiguration } from './stored-configuration.ts'

let scratch: string
beforeEach(async () => {
  scratch = realpathSync(await mkdtemp(join(tmpdir(), 'drawbridge-stored-configuration-')))
  mkdirSync(join(scratch, 'project'))
  mkdirSync(join(scratch, 'home'), { mode: 0o700 })
  writeFileSync(join(scratch, 'project', 'a.txt'), 'hello\n')
})
afterEach(() => rm(scratch, { recursive: true, force: true }))

const home = () => join(scratch, 'home')
const sources = () => ({ home: home(), workspace: join(scratch, 'project'), secrets: async () => new Map() })

/** The real clock, put forward when the test says so. */
let ahead = 0
const clock: Clock = { now: () => systemClock.now() + ahead, after: systemClock.after }
const open = (options: DrawbridgeOptions = {}) =>
  createDrawbridge({ workspace: join(scratch, 'project'), home: home(), record: 'off', clock, ...options })

/** Another connection, as another process has one. */
function stored() {
  const settings = openStoredConfiguration(sources())
  onTestFinished(() => settings[Symbol.asyncDispose]())
  return settings
}

const read = { name: 'fs.read_file', arguments: { path: 'a.txt' } }
const write = { name: 'fs.write_file', arguments: { path: 'b.txt', content: 'x' } }
const rules = ['permissions', 'rules']
const denyReads = [{ id: 'no-a', tools: 'fs.read_file', when: { path: 'a.txt' }, then: 'deny' }]
const shape = { path: ['permissions', 'mode'], value: 'accept-edits' }

describeDatabases('settings in the database', ({ options }) => {
  beforeEach(() => {
    const database = options()
    if (database.kind === 'sqlite') return
    const before = process.env.DRAWBRIDGE_DATABASE_URL
    process.env.DRAWBRIDGE_DATABASE_URL = database.url
    onTestFinished(() => {
      if (before === undefined) delete process.env.DRAWBRIDGE_DATABASE_URL
      else process.env.DRAWBRIDGE_DATABASE_URL = before
    })
  })

  test('hold for the next call of an open session, those of a deny and those that go again', async () => {
    await using drawbridge = await open()
    const session = drawbridge.openSession()
    expect(await session.call(read)).toMatchObject({ status: 'ok' })
    const settings = stored()
    await settings.set(rules, denyReads)
    ahead += 1_000
    const denied = await session.call(read)
    expect(denied).toMatchObject({ status: 'denied', code: 'denied_by_policy' })
    expect(JSON.stringify(denied.result.content)).toContain('database (permissions.rules)')
    await using later = await open()
    expect(await later.openSession().call(read)).toMatchObject({ status: 'denied' })
    expect(await settings.unset(['permissions'])).toBe(true)
    ahead += 1_000
    expect(await session.call(read)).toMatchObject({ status: 'ok' })
  })

  test('lie between the operator file and the project file, with who set them and when', async () => {
    writeFileSync(join(home(), 'drawbridge.jsonc'), '{"permissions":{"mode":"plan"},"approvals":{"grantDays":3}}')
    const settings = stored()
    await settings.set(shape.path, shape.value)
    await settings.set(['approvals', 'waitSeconds'], 9)
    await settings.set(['agents', 'a.b', 'tools', 'deny'], ['fs.delete'])
    expect(await settings.list()).toMatchObject([
      { path: ['agents', 'a.b', 'tools', 'deny'], value: ['fs.delete'] },
      { path: ['approvals', 'waitSeconds'], value: 9 },
      { ...shape, setBy: expect.stringMatching(/./), setAt: expect.any(Number) },
    ])
    const loaded = await readConfiguration(sources())
    if (loaded.status === 'refused') throw new Error(JSON.stringify(loaded.problems))
    expect(loaded.configuration.approvals).toEqual({ grantDays: 3, waitSeconds: 9 })
    const shown = explainConfiguration(loaded.configuration)
    expect(shown.find(({ key }) => key === 'permissions.mode')).toMatchObject({
      value: 'accept-edits',
      origin: 'database (permissions.mode)',
    })
    expect(shown.find(({ key }) => key === 'approvals.grantDays')?.origin).toContain('drawbridge.jsonc:1')
  })

  test('void an approval with a deny that comes while somebody thinks', async () => {
    const settings = stored()
    const slow = approveWith(
      'me',
      async () => {
        await settings.set(rules, [{ tools: 'fs.write_file', then: 'deny' }])
        ahead += 1_000
        return { answer: 'allow_once' }
      },
      { human: true },
    )
    await using drawbridge = await open({ authority: { approvers: [slow] } })
    expect(await drawbridge.openSession().call(write)).toMatchObject({ status: 'denied', code: 'approval_void' })
  })

  test.each([
    ['a word that does not exist', shape.path, 'paln', '"plan"'],
    ['a key that does not exist', ['permisions', 'mode'], 'plan', '"permissions"'],
    ['a tool that does not exist', ['tools', 'deny'], ['fs.raed_file'], 'fs.read_file'],
    ['a value of another shape', ['limits', 'concurrentPerSession'], 'many', 'must be a number'],
    ['what says which database there is', ['store', 'kind'], 'files', 'it chooses the database'],
    ['what names code', ['rooms'], ['@acme/room'], 'code'],
    ['a secret at a key for secrets', ['scrub', 'values'], ['velvet-anchor'], 'drawbridge secrets set'],
    [
      'what looks like a secret anywhere',
      [...rules],
      [{ tools: 'fs.*', then: 'ask', reason: ['ghp', 'R8d2kfVq0sXw7YbLmT3nZc6HjPaEuG1iOv4S'].join('_') }],
      'drawbridge secrets set',
    ],
    ['a key that reaches the prototype', ['__proto__', 'mode'], 'plan', '__proto__'],
  ])('refuse %s, and nothing is changed', async (_, path, value, message) => {
    const settings = stored()
    await expect(settings.set(path, value)).rejects.toThrow(message)
    expect(await settings.list()).toEqual([])
  })

  test('are kept under one path at a time: what is set above replaces what is below, and below a whole nothing is set', async () => {
    const settings = stored()
    await settings.set(shape.path, shape.value)
    await settings.set(['permissions'], { mode: 'plan' })
    expect(await settings.list()).toMatchObject([{ path: ['permissions'], value: { mode: 'plan' } }])
    await expect(settings.set(shape.path, shape.value)).rejects.toThrow('drawbridge config unset permissions')
    expect(await settings.unset(shape.path)).toBe(false)
  })

  test('that are faulty since a program changed are told, change nothing while it runs, and can be removed', async () => {
    await using drawbridge = await open()
    const session = drawbridge.openSession()
    const settings = stored()
    await settings.set(rules, denyReads)
    ahead += 1_000
    expect(await session.call(read)).toMatchObject({ status: 'denied' })
    const found = await drawbridge.house.database.obtain()
    const { statement } = await import('@drawbridge/store/database')
    await found.transaction(async (transaction) => {
      await transaction.run(statement(`update configuration set value = '[{"tools":"fs.gone","then":"deny"}]'`))
      await transaction.run(statement('update configuration_state set revision = revision + 1'))
    })
    ahead += 1_000
    expect(await session.call(read)).toMatchObject({ status: 'denied' })
    expect(drawbridge.policySource.problem()).toContain('fs.gone')
    expect((await examineConfiguration(sources())).problems).toMatchObject([
      { file: 'database', message: expect.stringContaining('fs.gone') },
    ])
    await expect(open()).rejects.toThrow('fs.gone')
    expect(await settings.unset(rules)).toBe(true)
    ahead += 1_000
    expect(await session.call(read)).toMatchObject({ status: 'ok' })
    expect(drawbridge.policySource.problem()).toBeUndefined()
  })
})

test('without a database nothing is made to look for settings', async () => {
  await using drawbridge = await open()
  ahead += 1_000
  expect(await drawbridge.openSession().call(read)).toMatchObject({ status: 'ok' })
  expect(await drawbridge.house.database.find()).toBeUndefined()
})
