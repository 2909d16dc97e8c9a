import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { approveEverything, defineTool } from '@drawbridge/core'
import { field } from '@drawbridge/core/schema'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { homeOn } from '../__fixtures__/home-on.ts'
import { playingLast } from '../__fixtures__/playing-model.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { superviseOnce } from '../__fixtures__/supervise-once.ts'

type Script = Parameters<typeof playingLast>[0]

const tasks = (action: string, more: object = {}) => ({ name: 'team__tasks', input: { action, ...more } })
const mail = (to: string, text: string) => ({ name: 'team__message', input: { action: 'send', to, text } })
const spawn = (task: string, more: object) => ({ name: 'agent__spawn', input: { task, ...more } })
const delegate = (agent: string, task: string) => ({
  name: 'agent__delegate',
  input: { action: 'delegate', agent, task, mode: 'sync' },
})
const write = (path: string) => ({ name: 'fs__write_file', input: { path, content: 'x' } })

describeDatabases('the tools that a link denies', (database) => {
  /** The boss gives work to the planner along a link that denies writing; the planner leads the coder. */
  const opened = async (script: Script, denied = 'fs.write_file') => {
    const folder = homeOn(database, {}, ['boss', 'planner', 'coder', 'tester'])
    for (const words of [
      ['agents', 'link', 'boss', 'planner', '--deny-tools', denied],
      ['agents', 'link', 'planner', 'tester'],
      ['teams', 'create', 'shop', '--lead', 'planner', '--members', 'coder'],
    ])
      expect(await runHere(folder, words), words.join(' ')).toMatchObject({ code: 0 })
    const model = playingLast(script)
    const free = { agents: { allowUnknown: true }, authority: { approvers: [approveEverything] } }
    return { folder, model, open: () => agentHouse(model, { folder, ...free }) }
  }
  const began = ({ requests }: ReturnType<typeof playingLast>, words: string) =>
    requests.some(({ messages }) => JSON.stringify(messages).includes(words))

  test('are open again to a member that works after the delegation has ended, in another process', async () => {
    const shop = await opened({
      'Build the shop': [{ calls: [delegate('planner', 'Plan the shop')] }, { text: 'Planned.' }],
      'Plan the shop': [{ calls: [tasks('create', { subject: 'Write', assignee: 'coder' })] }, { text: 'Planned.' }],
      'work on task #1': [{ calls: [write('made.txt')] }, { text: 'I could not.' }],
    })
    {
      await using house = await shop.open()
      await using conversation = await house.runner.open({ principal: { agent: 'boss', user: 'ada' } })
      await readRun(conversation.send('Build the shop'))
    }
    await using house = await shop.open()
    await superviseOnce(house)
    expect(began(shop.model, 'work on task #1')).toBe(true)
    expect(existsSync(join(shop.folder.home, 'teams', 'shop', 'shared', 'made.txt'))).toBe(false)
  })

  test('are open again to a member if the tool comes only after the task was created', async () => {
    const press = defineTool({
      ...{ name: 'press.print', description: 'Prints.', permission: 'readonly', risk: 'safe' },
      input: field.object({}),
      execute: () => 'It is printed.',
    })
    const shop = await opened(
      {
        'Build the shop': [{ calls: [delegate('planner', 'Plan the shop')] }, { text: 'Planned.' }],
        'Plan the shop': [{ calls: [tasks('create', { subject: 'Print', assignee: 'coder' })] }, { text: 'Planned.' }],
        'work on task #1': [{ calls: [{ name: 'press__print', input: {} }] }, { text: 'I could not.' }],
      },
      'press.*',
    )
    {
      await using house = await shop.open()
      await using conversation = await house.runner.open({ principal: { agent: 'boss', user: 'ada' } })
      await readRun(conversation.send('Build the shop'))
    }
    await using house = await shop.open()
    house.drawbridge.registry.register(press)
    await superviseOnce(house)
    expect(began(shop.model, 'work on task #1')).toBe(true)
    expect(began(shop.model, 'It is printed.')).toBe(false)
  })

  test('are open again to those below: a child, and an agent further on', async () => {
    const shop = await opened({
      'Build the shop': [{ calls: [delegate('planner', 'Plan the shop')] }, { text: 'Planned.' }],
      'Plan the shop': [
        { calls: [spawn('Write as a child', { wait: true }), delegate('tester', 'Write as another')] },
        { text: 'Planned.' },
      ],
      'Write as a child': [{ calls: [write('child.txt')] }, { text: 'I could not.' }],
      'Write as another': [{ calls: [write('another.txt')] }, { text: 'I could not.' }],
    })
    await using house = await shop.open()
    await using conversation = await house.runner.open({ principal: { agent: 'boss', user: 'ada' } })
    await readRun(conversation.send('Build the shop'))
    expect(began(shop.model, 'Write as another')).toBe(true)
    for (const name of ['child.txt', 'another.txt'])
      expect(existsSync(join(shop.folder.workspace, name)), name).toBe(false)
  })

  test('are open again to a teammate that is woken by mail, and to a lead that is told a result', async () => {
    const shop = await opened({
      'Build the shop': [{ calls: [delegate('planner', 'Plan the shop')] }, { text: 'Planned.' }],
      'Plan the shop': [
        { calls: [mail('coder', 'Write it.'), tasks('create', { subject: 'Look', assignee: 'coder' })] },
        { text: 'Planned.' },
      ],
      'You have mail': [{ calls: [write('mailed.txt')] }, { text: 'I could not.' }],
      'work on task #1': [{ text: 'Seen.' }],
      'is completed by "coder"': [{ calls: [write('told.txt')] }, { text: 'I could not.' }],
    })
    {
      await using house = await shop.open()
      await using conversation = await house.runner.open({ principal: { agent: 'boss', user: 'ada' } })
      await readRun(conversation.send('Build the shop'))
    }
    await using house = await shop.open()
    await superviseOnce(house)
    for (const words of ['You have mail', 'is completed by']) expect(began(shop.model, words), words).toBe(true)
    for (const name of ['mailed.txt', 'told.txt'])
      for (const place of [shop.folder.workspace, join(shop.folder.home, 'teams', 'shop', 'shared')])
        expect(existsSync(join(place, name)), name).toBe(false)
  })

  test('are open again to a member whose task was there before: the delegation only changed and assigned it', async () => {
    const shop = await opened({
      'Build the shop': [{ calls: [delegate('planner', 'Plan the shop')] }, { text: 'Planned.' }],
      'Plan the shop': [
        {
          calls: [
            tasks('update', { task: 1, description: 'Write it.' }),
            tasks('assign', { task: 1, assignee: 'coder' }),
          ],
        },
        { text: 'Planned.' },
      ],
      'work on task #1': [{ calls: [write('made.txt')] }, { text: 'I could not.' }],
    })
    await using house = await shop.open()
    await runHere(shop.folder, ['teams', 'add', 'shop', 'Look', '--user', 'ada'])
    {
      await using conversation = await house.runner.open({ principal: { agent: 'boss', user: 'ada' } })
      await readRun(conversation.send('Build the shop'))
    }
    await superviseOnce(house)
    expect(existsSync(join(shop.folder.home, 'teams', 'shop', 'shared', 'made.txt'))).toBe(false)
  })

  test('hidden tools of a session are open to the members that it gives tasks to', async () => {
    const shop = await opened({
      'Plan the shop': [{ calls: [tasks('create', { subject: 'Write', assignee: 'coder' })] }, { text: 'Planned.' }],
      'work on task #1': [{ calls: [write('made.txt')] }, { text: 'I could not.' }],
    })
    await using house = await shop.open()
    {
      const hide = ({ name }: { readonly name: string }) =>
        name === 'fs.write_file' ? { class: 'removed' as const, reason: 'not here', source: 'the test' } : undefined
      await using conversation = await house.runner.open({ principal: { agent: 'planner', user: 'ada' }, hide })
      await readRun(conversation.send('Plan the shop'))
    }
    await superviseOnce(house)
    expect(began(shop.model, 'work on task #1')).toBe(true)
    expect(existsSync(join(shop.folder.home, 'teams', 'shop', 'shared', 'made.txt'))).toBe(false)
  })

  test('an agent that no link binds writes', async () => {
    const shop = await opened({
      'Plan the shop': [{ calls: [tasks('create', { subject: 'Write', assignee: 'coder' })] }, { text: 'Planned.' }],
      'work on task #1': [{ calls: [write('made.txt')] }, { text: 'Done.' }],
    })
    await using house = await shop.open()
    {
      await using conversation = await house.runner.open({ principal: { agent: 'planner', user: 'ada' } })
      await readRun(conversation.send('Plan the shop'))
    }
    await superviseOnce(house)
    expect(existsSync(join(shop.folder.home, 'teams', 'shop', 'shared', 'made.txt'))).toBe(true)
  })
})
