import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import type { ConversationOptions } from '@drawbridge/core/agent'
import { expect, test } from 'vitest'
import { describeDatabases, type TestDatabase } from '../../../store/src/__fixtures__/describe-databases.ts'
import { type AgentHouse, agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { homeOn } from '../__fixtures__/home-on.ts'
import { playingLast } from '../__fixtures__/playing-model.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { superviseOnce } from '../__fixtures__/supervise-once.ts'

type Call = { readonly name: string; readonly input: Readonly<Record<string, unknown>> }
type Turns = Parameters<typeof playingLast>[0]

const tasks = (action: string, more: object = {}): Call => ({ name: 'team__tasks', input: { action, ...more } })
const mail = (text: string): Call => ({ name: 'team__message', input: { action: 'send', to: 'coder', text } })
const write: Call = { name: 'fs__write_file', input: { path: 'b.txt', content: 'x' } }
const create = tasks('create', { subject: 'Write the code', assignee: 'coder' })

/** A team of a planner and a coder on a database, whose house allows everything that a run is not kept from. */
async function shopOn(database: TestDatabase, parts: Turns) {
  const folder = homeOn(database, {}, ['planner', 'coder', 'boss'])
  await runHere(folder, ['teams', 'create', 'shop', '--lead', 'planner', '--members', 'coder'])
  const options = database.options()
  const model = playingLast(parts)
  const house = await agentHouse(model, {
    folder,
    agents: { allowUnknown: true },
    authority: { mode: 'bypass', approvers: [approveEverything] },
    config: {
      ...(options.kind === 'sqlite' ? {} : { store: { kind: 'postgres' as const, url: options.url } }),
      permissions: { allowBypass: true },
    },
  })
  return {
    folder,
    house,
    hasWritten: () =>
      [join(folder.home, 'teams', 'shop', 'shared'), folder.workspace].some((at) => existsSync(join(at, 'b.txt'))),
    said: () => JSON.stringify(model.requests),
  }
}

/** Lets an agent answer in a conversation of its own, which ends with it. */
async function say(house: AgentHouse, text: string, options: ConversationOptions = {}): Promise<void> {
  await using conversation = await house.runner.open({ principal: { agent: 'planner', user: 'ada' }, ...options })
  await readRun(conversation.send(text))
}

const plan = { mode: 'plan' } as const

describeDatabases('the limits of a run', (database) => {
  test.each([
    ['', {}, true],
    [', which may only plan,', plan, false],
  ])('hold for what its mail%s makes another agent do', async (_, limits, writes) => {
    const { house, hasWritten, said } = await shopOn(database, {
      'Ask the coder': [{ calls: [mail('Write b.txt.')] }, { text: 'Asked.' }],
      'You have mail': [{ calls: [write] }, { text: 'Done.' }],
    })
    await using _house = house
    await say(house, 'Ask the coder.', limits)
    await superviseOnce(house)
    expect(said()).toContain('You have mail')
    expect(hasWritten()).toBe(writes)
  })

  test('hold for a message that it sent as long as it is unread, whoever else writes', async () => {
    const read: Call = { name: 'team__message', input: { action: 'read' } }
    const { house, hasWritten, said } = await shopOn(database, {
      'Ask the coder': [{ calls: [mail('Write b.txt.')] }, { text: 'Asked.' }],
      'Greet the coder': [{ calls: [mail('Good morning.')] }, { text: 'Greeted.' }],
      'You have mail': [
        { calls: [read] },
        { calls: [write] },
        { text: 'Done.' },
        { calls: [write] },
        { text: 'Done.' },
      ],
    })
    await using _house = house
    await say(house, 'Greet the coder.')
    await say(house, 'Ask the coder.', plan)
    await superviseOnce(house)
    expect(said()).toContain('From planner: Write b.txt.')
    expect(hasWritten()).toBe(false)
  })

  test('hold for its agent when that learns what became of a task', async () => {
    const { house, hasWritten, said } = await shopOn(database, {
      'Build the shop': [{ calls: [create] }, { text: 'The team works.' }],
      'work on task #1': [{ text: 'The lead should write b.txt.' }],
      'is completed by "coder"': [{ calls: [write] }, { text: 'Done.' }],
    })
    await using _house = house
    await say(house, 'Build the shop.', plan)
    await superviseOnce(house)
    expect(said()).toContain('is completed by')
    expect(hasWritten()).toBe(false)
  })

  test.each([
    ['describes anew', tasks('update', { task: 1, description: 'Write b.txt.' }), 'pending'],
    ['gives to another', tasks('assign', { task: 1, assignee: 'coder' }), 'pending'],
    ['retries', tasks('retry', { task: 1 }), 'cancelled'],
  ] as const)('hold for a task that it %s, although a freer run created it', async (_, order, before) => {
    const { house, hasWritten, said } = await shopOn(database, {
      'Build the shop': [
        { calls: before === 'cancelled' ? [create, tasks('cancel', { task: 1 })] : [create] },
        { text: 'The team works.' },
      ],
      'Change the task': [{ calls: [order] }, { text: 'Changed.' }],
      'work on task #1': [{ calls: [write] }, { text: 'I tried.' }],
    })
    await using _house = house
    await say(house, 'Build the shop.')
    await say(house, 'Change the task.', plan)
    await superviseOnce(house)
    expect(said()).toContain('work on task #1')
    expect(hasWritten()).toBe(false)
  })

  test.each([
    ['', {}, true],
    [' that its link denies it', { 'deny-tools': 'fs.write_file' }, false],
  ])('keep a tool%s from the members of its team', async (_, denied, writes) => {
    const { folder, house, hasWritten, said } = await shopOn(database, {
      'Let it be planned': [
        {
          calls: [
            {
              name: 'agent__delegate',
              input: { action: 'delegate', agent: 'planner', task: 'Plan the shop.', mode: 'sync' },
            },
          ],
        },
        { text: 'Planned.' },
      ],
      'Plan the shop': [{ calls: [create] }, { text: 'The team works.' }],
      'work on task #1': [{ calls: [write] }, { text: 'I tried.' }],
    })
    await using _house = house
    const options = Object.entries(denied).flatMap(([name, value]) => [`--${name}`, value])
    await runHere(folder, ['agents', 'link', 'boss', 'planner', ...options])
    await say(house, 'Let it be planned.', { principal: { agent: 'boss', user: 'ada' } })
    await superviseOnce(house)
    expect(said()).toContain('work on task #1')
    expect(hasWritten()).toBe(writes)
  })
})
