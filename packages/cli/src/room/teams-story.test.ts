import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import { expect, test } from 'vitest'
import { describeDatabases, type TestDatabase } from '../../../store/src/__fixtures__/describe-databases.ts'
import { openSupervisor } from '../../../teams/src/dispatch/open-supervisor.ts'
import { type AgentHouse, agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { homeOn } from '../__fixtures__/home-on.ts'
import { playingLast } from '../__fixtures__/playing-model.ts'
import { runHere } from '../__fixtures__/run-here.ts'

type Call = { readonly name: string; readonly input: Readonly<Record<string, unknown>> }

const tasks = (action: string, more: object = {}): Call => ({ name: 'team__tasks', input: { action, ...more } })

async function supervisorOf(house: AgentHouse, errors: string[] = []) {
  return openSupervisor(house.drawbridge.house, undefined, {
    runner: house.runner,
    onError: (message) => void errors.push(message),
  })
}

function storeOf(database: TestDatabase) {
  const options = database.options()
  return options.kind === 'sqlite' ? {} : { store: { kind: 'postgres' as const, url: options.url } }
}

describeDatabases('a team at work', (database) => {
  test.each([
    ['after that run has ended', true],
    ['while its session is open', false],
  ])('a member cannot do what the run that created its task was not allowed to do, %s', async (_, isOver) => {
    const folder = homeOn(database, {}, ['planner', 'coder', 'tester', 'critic'])
    await runHere(folder, ['teams', 'create', 'shop', '--lead', 'planner', '--members', 'coder'])
    const hidden = join(folder.workspace, 'hidden')
    mkdirSync(hidden)
    writeFileSync(join(hidden, 'a.txt'), 'a hidden text')
    const write = { name: 'fs__write_file', input: { path: 'b.txt', content: 'x' } }
    const read = { name: 'fs__read_file', input: { path: join(hidden, 'a.txt') } }
    const model = playingLast({
      'Build the shop': [
        { calls: [tasks('create', { subject: 'Write the code', assignee: 'coder' })] },
        { text: 'The team works.' },
      ],
      'work on task #1': [{ calls: [write, read] }, { text: 'I could not.' }],
    })
    const free = {
      agents: { allowUnknown: true },
      authority: { mode: 'bypass', approvers: [approveEverything] },
      config: { ...storeOf(database), permissions: { allowBypass: true, readRoots: [folder.workspace] } },
    } as const
    const first = await agentHouse(model, { folder, ...free })
    const conversation = await first.runner.open({
      principal: { agent: 'planner', user: 'ada' },
      mode: 'plan',
      deniedPaths: ['hidden/**'],
    })
    await readRun(conversation.send('Build the shop.'))
    if (isOver) {
      await conversation[Symbol.asyncDispose]()
      await first[Symbol.asyncDispose]()
    }
    await using house = isOver ? await agentHouse(model, { folder, ...free }) : first
    await using supervisor = await supervisorOf(house)
    await supervisor.look()
    await supervisor.idle()
    const said = JSON.stringify(model.requests)
    expect(said).toContain('work on task #1')
    expect(said).not.toContain('a hidden text')
    expect(existsSync(join(folder.home, 'teams', 'shop', 'shared', 'b.txt'))).toBe(false)
  })

  test('a task that would lead back to an agent further up is refused with the circle', async () => {
    const folder = homeOn(database, {}, ['planner', 'coder', 'tester', 'critic'])
    await runHere(folder, ['teams', 'create', 'shop', '--lead', 'planner', '--members', 'coder'])
    await runHere(folder, ['teams', 'create', 'mill', '--lead', 'coder', '--members', 'planner'])
    const model = playingLast({
      'Build the shop': [
        { calls: [tasks('create', { team: 'shop', subject: 'Write the code', assignee: 'coder' })] },
        { text: 'The team works.' },
      ],
      'work on task #1': [
        { calls: [tasks('create', { team: 'mill', subject: 'Plan it', assignee: 'planner' })] },
        { text: 'Alone, then.' },
      ],
    })
    await using house = await agentHouse(model, { folder, agents: { allowUnknown: true } })
    await using conversation = await house.runner.open({ principal: { agent: 'planner', user: 'ada' } })
    await readRun(conversation.send('Build the shop.'))
    await conversation[Symbol.asyncDispose]()
    await using supervisor = await supervisorOf(house)
    await supervisor.look()
    await supervisor.idle()
    expect(JSON.stringify(model.requests)).toContain(
      'This would be a circle: \\"planner\\" → \\"coder\\" → \\"planner\\"',
    )
    expect((await runHere(folder, ['teams', 'board', 'mill'])).stdout).toBe('')
  })

  test('plans, works in parallel, escalates a blocker, rejects and approves, and tells the lead the end', async () => {
    const folder = homeOn(database, {}, ['planner', 'coder', 'tester', 'critic'])
    await runHere(folder, [
      'teams',
      'create',
      'shop',
      '--lead',
      'planner',
      '--members',
      'coder,tester',
      '--reviewers',
      'critic',
    ])
    const model = playingLast({
      'Build the shop': [
        {
          calls: [
            tasks('create', { subject: 'Write the code', assignee: 'coder' }),
            tasks('create', { subject: 'Write the tests', assignee: 'tester' }),
            tasks('create', { subject: 'Check all', assignee: 'critic', blocked_by: [1, 2], require_approval: true }),
          ],
        },
        { text: 'The team works.' },
      ],
      'work on task #1 "Write the code"': [
        { calls: [tasks('progress', { task: 1, percent: 50 })] },
        { text: 'code.ts is written.' },
      ],
      'work on task #2 "Write the tests"': [
        { calls: [tasks('comment', { task: 2, type: 'blocker', text: 'no runner is installed' })] },
        { text: 'I cannot go on.' },
        { text: 'All tests pass.' },
      ],
      'has failed by "tester"': [{ calls: [tasks('retry', { task: 2 })] }, { text: 'Try again.' }],
      'work on task #3 "Check all"': [{ text: 'Looks good.' }, { text: 'I checked each file.' }],
      'waits for a review by "critic". Looks good.': [],
      'Result: Looks good.': [
        { calls: [tasks('reject', { task: 3, text: 'Check each file.' })] },
        { text: 'Sent back.' },
      ],
      'Result: I checked each file.': [{ calls: [tasks('approve', { task: 3 })] }, { text: 'Approved.' }],
    })
    const errors: string[] = []
    await using house = await agentHouse(model, { folder, agents: { allowUnknown: true } })
    await using conversation = await house.runner.open({ principal: { agent: 'planner', user: 'ada' } })
    const { report } = await readRun(conversation.send('Build the shop.'))
    expect(report.text).toBe('The team works.')
    await conversation[Symbol.asyncDispose]()
    await using supervisor = await supervisorOf(house, errors)
    await supervisor.look()
    await supervisor.idle()
    expect(errors).toEqual([])
    const board = await runHere(folder, ['teams', 'board', 'shop'])
    expect(board.stdout).toBe(
      '#1 "Write the code": completed, of coder\n#2 "Write the tests": completed, of tester\n#3 "Check all": completed, of critic\n',
    )
    const events = (await runHere(folder, ['teams', 'events', 'shop'])).stdout
    expect(events.match(/shop-2 {2}(\w+)/g)?.map((line) => line.slice(8))).toEqual([
      'created',
      'dispatched',
      'failed',
      'retried',
      'dispatched',
      'completed',
    ])
    expect(events).toMatch(/shop-3 {2}rejected by planner[\s\S]*shop-3 {2}approved by planner/)
  })

  test('a lead whose conversation is open learns results there, and goes on by itself', async () => {
    const folder = homeOn(database, {}, ['planner', 'coder'])
    await runHere(folder, ['teams', 'create', 'shop', '--lead', 'planner', '--members', 'coder'])
    const model = playingLast({
      'Build the shop': [
        { calls: [tasks('create', { subject: 'Write the code', assignee: 'coder' })] },
        { text: 'The team works.' },
      ],
      'work on task #1': [{ text: 'code.ts is written.' }],
      'is completed by "coder"': [{ text: 'The shop is built.' }],
    })
    await using house = await agentHouse(model, { folder })
    await using conversation = await house.runner.open({ principal: { agent: 'planner', user: 'ada' } })
    const said = Promise.withResolvers<string>()
    using _posted = conversation.onPosted(
      () => void readRun(conversation.send(undefined)).then(({ report }) => said.resolve(report.text), said.reject),
    )
    await readRun(conversation.send('Build the shop.'))
    const errors: string[] = []
    await using supervisor = await supervisorOf(house, errors)
    await supervisor.idle()
    expect(await said.promise).toBe('The shop is built.')
    expect(errors).toEqual([])
    const [told, ...more] = conversation.entries().filter((entry) => entry.kind === 'message' && entry.from === 'agent')
    expect([told, more]).toMatchObject([{ text: expect.stringContaining('Result: code.ts is written.') }, []])
  })
})
