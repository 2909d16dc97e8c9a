import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { homeOn } from '../__fixtures__/home-on.ts'
import { playingLast } from '../__fixtures__/playing-model.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { superviseOnce } from '../__fixtures__/supervise-once.ts'

const tasks = (action: string, more: object = {}) => ({ name: 'team__tasks', input: { action, ...more } })
const mail = (more: object) => ({ name: 'team__message', input: { action: 'send', ...more } })

describeDatabases('the conversations of a team', (database) => {
  const openedShop = async (model: Parameters<typeof agentHouse>[0], settings: object = {}) => {
    const folder = homeOn(database, {}, ['planner', 'coder', 'tester', 'boss'])
    const team = ['shop', '--lead', 'planner', '--members', 'coder,tester', '--settings', JSON.stringify(settings)]
    expect(await runHere(folder, ['teams', 'create', ...team])).toMatchObject({ code: 0 })
    const authority = { approvers: [approveEverything] }
    return { folder, house: await agentHouse(model, { folder, agents: { allowUnknown: true }, authority }) }
  }

  test('a lead learns the result of what a member asked for in a conversation of its own, and not in that of the member', async () => {
    const model = playingLast({
      'My secret plan': [{ calls: [tasks('create', { subject: 'Test it', assignee: 'tester' })] }, { text: 'Asked.' }],
      'work on task #1': [{ text: 'All tests pass.' }],
      'is completed by "tester"': [{ text: 'Good.' }],
    })
    const { house: opened } = await openedShop(model, { memberRequests: true })
    await using house = opened
    {
      await using conversation = await house.runner.open({ principal: { agent: 'coder', user: 'ada' } })
      await readRun(conversation.send('My secret plan'))
    }
    await superviseOnce(house)
    const told = JSON.stringify(model.requests.at(-1)?.messages)
    expect(told).toContain('Result: All tests pass.')
    expect(told).not.toContain('My secret plan')
  })

  test('a member puts tasks on the board only if the team lets it', async () => {
    const model = playingLast({
      'Ask for tests': [{ calls: [tasks('create', { subject: 'Test it', assignee: 'tester' })] }, { text: 'No.' }],
    })
    const { house: opened } = await openedShop(model)
    await using house = opened
    await using conversation = await house.runner.open({ principal: { agent: 'coder', user: 'ada' } })
    await readRun(conversation.send('Ask for tests'))
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain(
      'Only the lead \\"planner\\" or a person can create',
    )
  })

  test('the lead of now learns a result, and not the agent that led when the task was created', async () => {
    const model = playingLast({
      'Build the secret shop': [
        { calls: [tasks('create', { subject: 'Write', assignee: 'coder' })] },
        { text: 'The team works.' },
      ],
      'work on task #1': [{ text: 'code.ts is written.' }],
      'is completed by "coder"': [{ text: 'Good.' }],
    })
    const { folder, house: opened } = await openedShop(model)
    await using house = opened
    {
      await using conversation = await house.runner.open({ principal: { agent: 'planner', user: 'ada' } })
      await readRun(conversation.send('Build the secret shop'))
    }
    expect(await runHere(folder, ['teams', 'set', 'shop', '--lead', 'boss'])).toMatchObject({ code: 0 })
    await superviseOnce(house)
    const told = JSON.stringify(model.requests.at(-1)?.messages)
    expect(told).toContain('Result: code.ts is written.')
    expect(told).not.toContain('secret shop')
  })

  test('an agent that is woken for its mail learns who leads which team, and the tasks that are open to it', async () => {
    const model = playingLast({
      'Build the shop': [
        {
          calls: [
            tasks('create', { subject: 'Write the code', assignee: 'coder', blocked_by: [] }),
            tasks('create', { subject: 'Anybody can', blocked_by: [1] }),
            tasks('create', { subject: 'Free' }),
            tasks('create', { subject: 'Not yours', assignee: 'tester' }),
            tasks('cancel', { task: 1 }),
            mail({ to: 'coder', text: 'Look at it.' }),
          ],
        },
        { text: 'The team works.' },
      ],
    })
    const { house: opened } = await openedShop(model)
    await using house = opened
    {
      await using conversation = await house.runner.open({ principal: { agent: 'planner', user: 'ada' } })
      await readRun(conversation.send('Build the shop'))
    }
    await superviseOnce(house)
    const woken = model.requests
      .map(({ messages }) => JSON.stringify(messages))
      .find((text) => text.includes('have mail'))
    expect(woken).toMatch(/\[Team shop\] The lead of this team is .*planner.*Tasks that are open to you:/)
    expect(woken).toContain('#3 \\"Free\\"')
    for (const other of ['Not yours', 'Write the code']) expect(woken).not.toContain(other)
  })

  test('a child uses the team of its parent from a channel that is closed to it', async () => {
    const spawn = { name: 'agent__spawn', input: { task: 'Look at the board', wait: true } }
    const model = playingLast({
      'Look after the shop': [{ calls: [spawn] }, { text: 'Looked.' }, { calls: [spawn] }, { text: 'Looked.' }],
      'Look at the board': [
        { calls: [tasks('list')] },
        { text: 'Seen.' },
        { calls: [tasks('list')] },
        { text: 'Seen.' },
      ],
    })
    const { house: opened } = await openedShop(model, { denyChannels: ['telegram'] })
    await using house = opened
    for (const [channel, told] of [
      ['telegram', 'cannot be used from the channel'],
      ['http', 'No task matches'],
    ] as const) {
      await using conversation = await house.runner.open({ principal: { agent: 'planner', user: 'ada', channel } })
      const before = model.requests.length
      await readRun(conversation.send('Look after the shop'))
      expect(JSON.stringify(model.requests.slice(before)), channel).toContain(told)
    }
  })

  test('members work in the folder of the team, or in that of the chat in which the task was created', async () => {
    const write = { name: 'fs__write_file', input: { path: 'code.ts', content: 'x' } }
    const where = { name: 'workspace__dir', input: { scope: 'team' } }
    for (const [workspace, inside] of [
      ['shared', 'shared'],
      ['chat', 'chats'],
    ] as const) {
      const model = playingLast({
        'Build the shop': [
          { calls: [tasks('create', { subject: 'Write', assignee: 'coder' })] },
          { text: 'The team works.' },
        ],
        'work on task #': [
          { calls: [write, where] },
          { calls: [tasks('attach', { task: 1, path: 'code.ts' })] },
          { text: 'code.ts is written.' },
        ],
      })
      const { folder, house: opened } = await openedShop(model, { workspace })
      await using house = opened
      {
        const principal = { agent: 'planner', user: 'ada', channel: 'telegram', chat: `chat ${workspace}` }
        await using conversation = await house.runner.open({ principal })
        await readRun(conversation.send('Build the shop'))
      }
      await superviseOnce(house)
      const shop = join(folder.home, 'teams', 'shop')
      const place = workspace === 'shared' ? 'shared' : join('chats', readdirSync(join(shop, 'chats'))[0] ?? '')
      expect(existsSync(join(shop, place, 'code.ts')), inside).toBe(true)
      expect(JSON.stringify(model.requests)).toContain(place)
      expect((await runHere(folder, ['teams', 'task', 'shop', '1'])).stdout).toContain('Files: code.ts')
      await runHere(folder, ['teams', 'remove', 'shop'])
    }
  })
})
