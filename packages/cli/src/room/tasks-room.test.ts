import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Principal } from '@drawbridge/core'
import { createDrawbridge, type Drawbridge } from '@drawbridge/sdk'
import { describe, expect, test } from 'vitest'
import { jsonOf } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'
import { createTextOutput } from '../io/create-text-output.ts'

const work = ['agent.task_claim_step', 'agent.task_get', 'agent.task_query_steps', 'agent.task_update_step']
const lead = [
  'agent.dispatch_worker',
  'agent.list_workers',
  'agent.plan_template',
  'agent.task_cancel',
  'agent.task_complete',
  'agent.task_create',
  'agent.task_fail',
  'agent.task_list',
  'agent.task_template',
  'agent.task_update',
]
const all = [...work, ...lead].toSorted()

describe('of the tools for tasks', () => {
  test.each<[Principal['role'], readonly string[]]>([
    ['main', all],
    ['orchestrator', all],
    ['sub', work],
    ['fork', work],
    ['worker', work],
  ])('a run of the role %s has exactly its own', async (role, expected) => {
    const { root } = scratchFolder()
    await using drawbridge = await createDrawbridge({ workspace: root, home: `${root}/home`, useConfig: false })
    const session = drawbridge.openSession({ principal: { role } })
    const names = session.snapshot.tools.map(({ name }) => name)
    expect(names.filter((name) => all.includes(name)).toSorted()).toEqual(expected)
    if (role === 'worker')
      expect(names.toSorted()).toEqual([
        ...work,
        'artifact.read',
        'fs.glob',
        'fs.list_files',
        'fs.read_file',
        'fs.search',
      ])
    const hidden = await session.call({ name: 'agent.task_create', arguments: { title: 'x', steps: [] } })
    expect(hidden).toMatchObject({ code: expected === all ? 'validation_error' : 'tool_not_available' })
  })
})

const steps = [
  { key: 'read', title: 'Read', instructions: 'Read the code of src/.' },
  { key: 'write', title: 'Write', instructions: 'Write notes.', depends_on: ['read'] },
]

test('a task is planned, worked on by a child that sees its own step, and completed', async () => {
  await using house = await open()
  const main = house.openSession({ id: 'main' })
  const told: unknown[] = []
  main.events.subscribe((event) => void told.push(event))
  const created = await call(main, 'task_create', { title: 'Notes', steps })
  const task = String(created.data.task)
  expect(created.text).toContain('[ ] read: Read (ready)\n[.] write: Write (waiting, needs read)')
  expect(told).toContainEqual(
    expect.objectContaining({ type: 'tasks.changed', task, title: 'Notes', change: 'created' }),
  )

  const child = house.openSession({ principal: { role: 'worker' } })
  const got = await call(child, 'task_get', { task })
  expect(JSON.stringify(got.data)).not.toContain('Read the code')
  const claimed = await call(child, 'task_claim_step', { task })
  expect(claimed.text).toContain('Read the code of src/.')
  const other = house.openSession({ principal: { role: 'worker' } })
  expect(await call(other, 'task_update_step', { task, step: 'read', status: 'completed' })).toMatchObject({
    code: 'invalid_target',
    text: expect.stringContaining('only who has claimed it can change it'),
  })
  expect((await call(other, 'task_claim_step', { task })).text).toContain('No step is ready: 1 in progress, 1 waiting')
  expect((await call(other, 'task_claim_step', { task, step: 'write' })).text).toContain('it waits for read')
  expect(await call(child, 'task_update_step', { task, step: 'read', status: 'failed' })).toMatchObject({
    code: 'validation_error',
  })
  const result = 'src/ has \u0000 two \ud800 modules'
  const done = await call(child, 'task_update_step', { task, step: 'read', status: 'completed', result })
  expect(done.text).toContain('1 steps are left; ready: write')

  expect((await call(main, 'task_complete', { task })).text).toContain('1 of 2 steps are not done: write (ready)')
  const next = await call(main, 'task_claim_step', { task, step: 'write' })
  expect(next.text).toContain('Result of read:\nsrc/ has  two \ufffd modules')
  await call(main, 'task_update_step', { task, step: 'write', status: 'completed' })
  expect((await call(main, 'task_complete', { task })).text).toContain('is completed')
  expect((await call(main, 'task_list', {})).text).toMatch(/completed {2}2 of 2 steps done {2}"Notes"/)
  expect((await call(main, 'task_update', { task, drop: ['read'] })).code).toBe('validation_error')
})

test('nobody sees the task of another agent or user', async () => {
  await using house = await open()
  const created = await call(house.openSession({ principal: { user: 'ada' } }), 'task_create', {
    title: 'Notes',
    steps,
  })
  const task = String(created.data.task)
  for (const principal of [{}, { user: 'bob' }, { user: 'ada', agent: 'other' }]) {
    const session = house.openSession({ principal })
    for (const [name, input] of [
      ['task_get', {}],
      ['task_claim_step', {}],
      ['task_cancel', {}],
      ['task_update', { drop: ['write'] }],
    ] as const) {
      expect(await call(session, name, { task, ...input })).toMatchObject({ code: 'invalid_target' })
    }
    expect((await call(session, 'task_list', {})).data).toEqual({ tasks: [] })
  }
})

test('a plan with a cycle is refused with its path, and a dependency that does not exist with the nearest key', async () => {
  await using house = await open()
  const main = house.openSession()
  const step = (key: string, ...needs: string[]) => ({ key, title: key, instructions: '', depends_on: needs })
  const circle = await call(main, 'task_create', {
    title: 'x',
    steps: [step('a', 'b'), step('b', 'c'), step('c', 'a')],
  })
  expect(circle).toMatchObject({ code: 'validation_error', text: expect.stringContaining('a → b → c → a') })
  const odd = await call(main, 'task_create', { title: 'x', steps: [step('build'), step('test', 'biuld')] })
  expect(odd.text).toContain('Did you mean "build"?')
})

test('templates give fields and an example that can be created as it is', async () => {
  await using house = await open()
  const main = house.openSession()
  expect((await call(main, 'plan_template', { kind: 'fix' })).text).toContain('done_when')
  for (const kind of ['general', 'feature', 'fix', 'research', 'migration']) {
    const { data } = await call(main, 'task_template', { kind })
    expect((await call(main, 'task_create', data.example as object)).code).toBeUndefined()
  }
})

describe('drawbridge tasks', () => {
  test('lists, shows and cancels what agents plan, for people and programs', async () => {
    const folder = scratchFolder()
    expect(await runHere(folder, ['tasks'])).toMatchObject({ code: 0, stdout: '', stderr: 'There are no tasks.\n' })
    const created = await runHere(folder, [
      'call',
      'agent.task_create',
      JSON.stringify({ title: 'Notes', steps }),
      '--json',
    ])
    const { task } = (jsonOf(created) as { data: { task: string } }).data
    const listed = await runHere(folder, ['tasks'])
    expect(listed.stdout).toBe(`${task}  open  0 of 2 steps done, default for local  Notes\n`)
    expect(jsonOf(await runHere(folder, ['tasks', 'list', '--status', 'open', '--json']))).toMatchObject({
      tasks: [{ task, title: 'Notes', status: 'open', steps: 2, done: 0, agent: 'default', user: 'local' }],
    })
    const shown = await runHere(folder, ['tasks', 'show', task.slice(0, 12), '--history'])
    expect(shown.stdout).toContain('[.] write: Write (waiting, needs read)')
    expect(shown.stdout).toMatch(/Z {2}created by /)
    expect(jsonOf(await runHere(folder, ['tasks', 'show', task, '--json']))).toMatchObject({
      task,
      steps: [{ key: 'read', state: 'ready', instructions: 'Read the code of src/.' }, { key: 'write' }],
    })
    const cancelled = await runHere(folder, ['tasks', 'cancel', task, '--reason', 'done by hand'])
    expect(cancelled.stdout).toBe(`Cancelled ${task}, with 2 steps that were not done.\n`)
    const again = await runHere(folder, ['tasks', 'cancel', task])
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('The task is cancelled already') })
    expect(await runHere(folder, ['tasks', 'show', 'task_x'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('drawbridge tasks list'),
    })
  })

  test('watches changes that another process makes', async () => {
    const folder = scratchFolder()
    const stop = new AbortController()
    const ready = Promise.withResolvers<void>()
    const output = new PassThrough()
    const watching = runHere(folder, ['tasks', 'watch', '--json'], '', {
      output: createTextOutput(output, {}),
      catchInterrupts: () => {
        ready.resolve()
        return { signal: stop.signal, [Symbol.dispose]: () => undefined }
      },
    })
    await ready.promise
    await using house = await createDrawbridge({ workspace: folder.workspace, home: folder.home, useConfig: false })
    await call(house.openSession({ id: 'main' }), 'task_create', { title: 'Notes', steps })
    const [line] = (await once(output, 'data')) as [Buffer]
    expect(JSON.parse(String(line))).toMatchObject({ change: 'created', session: 'main' })
    stop.abort()
    expect(await watching).toMatchObject({ code: 0 })
  })
})

function open(): Promise<Drawbridge> {
  const { root } = scratchFolder()
  return createDrawbridge({
    workspace: root,
    home: `${root}/home`,
    useConfig: false,
    agents: { allowUnknown: true },
  })
}

async function call(session: Pick<ReturnType<Drawbridge['openSession']>, 'call'>, name: string, input: object) {
  const outcome = await session.call({ name: `agent.${name}`, arguments: input })
  const data = (outcome.result.data ?? {}) as Readonly<Record<string, unknown>>
  return { code: 'code' in outcome ? outcome.code : undefined, text: outcome.text, data }
}
