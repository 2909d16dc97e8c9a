import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDrawbridge } from '@drawbridge/sdk'
import { describe, expect, test } from 'vitest'
import { findTask } from '../../../teams/src/board/task-rows.ts'
import { homeWith } from '../__fixtures__/home-with.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import type { ScratchFolder } from '../__fixtures__/scratch-folder.ts'

async function place(
  settings: object = {},
): Promise<ScratchFolder & { run(...words: string[]): ReturnType<typeof runHere> }> {
  const folder = homeWith({ agents: { planner: {}, coder: {}, tester: {}, critic: {} } })
  const run = (...words: string[]) => runHere(folder, words)
  const team = ['shop', '--lead', 'planner', '--members', 'coder,tester', '--reviewers', 'critic']
  expect(await run('teams', 'create', ...team, '--settings', JSON.stringify(settings))).toMatchObject({ code: 0 })
  return { ...folder, run }
}

function callerIn({ workspace, home }: ScratchFolder) {
  const open = createDrawbridge({ workspace, home, agents: { allowUnknown: true } })
  return {
    call: async (agent: string, name: 'team.tasks' | 'team.message', input: object, user = 'ada') => {
      const session = (await open).openSession({ principal: { agent, user } })
      return session.call({ name, arguments: input })
    },
    [Symbol.asyncDispose]: async () => (await open)[Symbol.asyncDispose](),
  }
}

describe('a team', () => {
  test('works on a board: the lead creates, members claim and complete, a reviewer approves', async () => {
    const folder = await place()
    await using caller = callerIn(folder)
    const tasks = (agent: string, input: object) => caller.call(agent, 'team.tasks', input)
    const created = await tasks('planner', { action: 'create', subject: 'Build', require_approval: true })
    expect(created).toMatchObject({ status: 'ok', text: '#1 "Build" is pending.' })
    await tasks('planner', { action: 'create', subject: 'Test', assignee: 'tester', blocked_by: [1] })
    expect(await tasks('coder', { action: 'claim', task: '1' })).toMatchObject({ text: '#1 "Build" is in_progress.' })
    expect(await tasks('tester', { action: 'claim', task: 1 })).toMatchObject({ code: 'validation_error' })
    await tasks('coder', { action: 'progress', task: 1, percent: 50 })
    expect((await tasks('tester', { action: 'list' })).text).toBe(
      '2 tasks.\n#1 "Build": in_progress, of coder, 50 %\n#2 "Test": blocked, of tester, waits for #1',
    )
    await tasks('coder', { action: 'complete', task: 1, result: 'It builds.' })
    expect((await tasks('critic', { action: 'list', status: 'in_review' })).text).toContain('#1 "Build"')
    expect(await tasks('critic', { action: 'approve', task: 1 })).toMatchObject({
      text: '#1 "Build" is completed.',
    })
    expect((await tasks('tester', { action: 'search', query: 'test' })).text).toBe('#2 "Test": pending, of tester')
    const shown = await tasks('tester', { action: 'get', task: 1 })
    expect(shown.text).toContain('Result: It builds.')
    expect(shown.status === 'ok' && shown.result.content).toMatchObject([{ label: { trust: 'untrusted' } }])
  })

  test('carries mail between its agents, each message read once, and to no other user', async () => {
    const folder = await place({ broadcast: 'lead' })
    await using caller = callerIn(folder)
    const mail = (agent: string, input: object, user?: string) => caller.call(agent, 'team.message', input, user)
    expect((await mail('planner', { action: 'broadcast', text: 'Begin.' })).text).toBe('Sent to coder, tester, critic.')
    expect(await mail('coder', { action: 'broadcast', text: 'x' })).toMatchObject({ code: 'validation_error' })
    await mail('coder', { action: 'send', to: 'tester', text: 'Look at 1.' })
    expect((await mail('tester', { action: 'read' }, 'eve')).text).toBe('No unread messages.')
    expect((await mail('tester', { action: 'read' })).text).toBe('From planner: Begin.\n\nFrom coder: Look at 1.')
    expect((await mail('tester', { action: 'read' })).text).toBe('No unread messages.')
    expect((await mail('coder', { action: 'send', to: 'eve', text: 'x' })).text).toContain('It has: planner, coder')
  })

  test.each([
    ['an agent of others', 'eve', 'ada', 'You are in no team.'],
    ['a denied user', 'coder', 'mallory', 'does not work for the user "mallory"'],
  ])('is closed to %s', async (_, agent, user, message) => {
    const folder = await place({ denyUsers: ['mallory'] })
    await using caller = callerIn(folder)
    for (const action of ['list', 'claim', 'create']) {
      const outcome = await caller.call(agent, 'team.tasks', { action, task: 1, subject: 'x' }, user)
      expect(outcome).toMatchObject({
        status: expect.stringMatching(/failed|denied/),
        text: expect.stringContaining(message),
      })
    }
    expect((await caller.call(agent, 'team.message', { action: 'read' }, user)).text).toContain(message)
  })

  test('attaches only files of its folder', async () => {
    const folder = await place()
    const shared = join(folder.home, 'teams', 'shop', 'shared')
    mkdirSync(shared, { recursive: true })
    writeFileSync(join(shared, 'plan.md'), 'plan')
    writeFileSync(join(folder.workspace, 'other.md'), 'other')
    await using caller = callerIn(folder)
    await caller.call('planner', 'team.tasks', { action: 'create', subject: 'Build', assignee: 'coder' })
    const attach = (path: string) => caller.call('coder', 'team.tasks', { action: 'attach', task: 1, path })
    expect((await attach('other.md')).text).toContain('Only files in the folder of the team')
  })

  test('is described to its lead alone', async () => {
    const folder = await place()
    const { workspace, home } = folder
    await using drawbridge = await createDrawbridge({ workspace, home, agents: { allowUnknown: true } })
    const blocks = async (agent: string) =>
      (await drawbridge.promptBlocks({ agent, user: 'ada' })).filter(({ room }) => room === 'teams')
    expect((await blocks('planner'))[0]?.text).toContain('- tester: member\n- critic: reviewer')
    expect(await blocks('coder')).toEqual([])
  })

  test('asks for what an action needs', async () => {
    const folder = await place()
    await using caller = callerIn(folder)
    const outcome = await caller.call('coder', 'team.tasks', { action: 'complete', task: 1 })
    expect(outcome).toMatchObject({ code: 'validation_error', text: expect.stringContaining('needs "result"') })
  })
})

describe('a Drawbridge that lives long', () => {
  const open = async (more: object) => {
    const folder = homeWith({ agents: { planner: {}, coder: {} }, ...more })
    writeFileSync(join(folder.home, 'script.json'), JSON.stringify([{ text: 'It is built.' }]))
    const run = (...words: string[]) => runHere(folder, ['teams', ...words])
    await run('create', 'shop', '--lead', 'planner', '--members', 'coder')
    await run('add', 'shop', 'Build', '--assignee', 'coder')
    const { workspace, home } = folder
    const drawbridge = await createDrawbridge({ workspace, home })
    return { drawbridge, task: async () => findTask(await drawbridge.house.database.obtain(), 'shop', 1) }
  }

  test('has the members of teams work in the background, and ends that before it is closed', async () => {
    const providers = { demo: { type: 'scripted', script: 'script.json' } }
    const { drawbridge: opened, task } = await open({ models: { default: 'demo/script', providers } })
    await using drawbridge = opened
    await using _workers = await drawbridge.startWorkers(expect.fail)
    await expect.poll(task, { timeout: 60_000 }).toMatchObject({ status: 'completed', result: 'It is built.' })
  }, 70_000)

  test('gives no tasks out if the operator leaves that to other processes', async () => {
    const { drawbridge: opened, task } = await open({ teams: { background: false } })
    await using drawbridge = opened
    await (await drawbridge.startWorkers(expect.fail))[Symbol.asyncDispose]()
    expect(await task()).toMatchObject({ status: 'pending' })
  })
})

describe('a person', () => {
  test('sees the board and can do what a lead can', async () => {
    const { run } = await place()
    expect((await run('teams')).stdout).toBe('shop  lead planner, members coder, tester, reviewers critic\n')
    expect((await run('teams', 'add', 'shop', 'Build', '--assignee', 'coder')).stdout).toBe('#1 "Build" is pending.\n')
    expect((await run('teams', 'act', 'shop', '1', 'complete', 'Done by hand.')).stdout).toContain('is completed')
    const shown = JSON.parse((await run('teams', 'task', 'shop', '1', '--json')).stdout)
    expect(shown).toMatchObject({
      task: { status: 'completed', result: 'Done by hand.' },
      events: [{ type: 'created' }, { type: 'completed' }],
    })
    expect((await run('teams', 'board', 'shop', '--status', 'pending')).stdout).toBe('')
    expect((await run('teams', 'events', 'shop')).stdout).toMatch(/completed by person/)
    expect((await run('teams', 'remove', 'shop')).code).toBe(0)
    expect((await run('teams', 'events', 'shop')).stdout).toMatch(/completed by person/)
  })

  test.each([
    [['teams', 'board', 'shp'], 'There is no team "shp"'],
    [['teams', 'task', 'shop', 'x'], '"x" is not the number of a task'],
    [['teams', 'act', 'shop', '1', 'dance'], 'Choose one of: approve'],
    [['teams', 'add', 'shop', ' '], 'the subject is empty'],
    [['teams', 'add', 'shop', 'Build', '--assignee', 'eve'], 'Choose one of: coder, tester, critic'],
    [['teams', 'create', 'shop', '--lead', 'planner', '--members', 'coder'], 'There is a team "shop" already'],
    [
      ['teams', 'create', 'mill', '--lead', 'planer', '--members', 'coder'],
      'The agent "planer" does not exist. Did you mean',
    ],
    [
      ['teams', 'create', 'mill', '--lead', 'planner', '--members', 'coder,nobody'],
      'Create it: drawbridge agents create',
    ],
    [['teams', 'set', 'shop', '--members', 'coder,testr'], 'The agent "testr" does not exist. Did you mean "tester"?'],
    [['teams', 'set', 'shop', '--settings', '{"broadcast": 1}'], 'broadcast'],
    [['teams', 'set', 'shop', '--settings', '[1]'], 'must be a JSON object'],
    [['teams', 'set', 'shop', '--lead', 'coder'], '"coder" is in the team "shop" twice'],
  ])('is told what is wrong with %j', async (words, message) => {
    const { run } = await place()
    const { code, stderr } = await run(...words)
    expect(code).not.toBe(0)
    expect(stderr).toContain(message)
  })
})
