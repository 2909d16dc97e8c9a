import { approveEverything } from '@drawbridge/core'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { eventsOfTeam } from '../../../teams/src/board/board-record.ts'
import { findTask } from '../../../teams/src/board/task-rows.ts'
import { openSupervisor } from '../../../teams/src/dispatch/open-supervisor.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { homeOn } from '../__fixtures__/home-on.ts'
import { playingLast } from '../__fixtures__/playing-model.ts'
import { runHere } from '../__fixtures__/run-here.ts'

const tasks = (action: string, more: object = {}) => ({ name: 'team__tasks', input: { action, ...more } })

describeDatabases('the turn of a lead', (database) => {
  const opened = async (model: ReturnType<typeof playingLast>) => {
    const folder = homeOn(database, {}, ['planner', 'coder', 'tester'])
    const made = await runHere(folder, ['teams', 'create', 'shop', '--lead', 'planner', '--members', 'coder,tester'])
    expect(made).toMatchObject({ code: 0 })
    const authority = { approvers: [approveEverything] }
    const house = await agentHouse(model, { folder, agents: { allowUnknown: true }, authority })
    const store = await house.drawbridge.house.database.obtain()
    const types = async (number: number) =>
      (await eventsOfTeam(store, 'shop')).filter(({ task }) => task === `shop-${number}`).map(({ type }) => type)
    const status = async (number: number) => (await findTask(store, 'shop', number))?.status
    return { folder, house, types, status }
  }
  const openedSupervisor = async ({ house }: Awaited<ReturnType<typeof opened>>, errors: string[]) =>
    openSupervisor(house.drawbridge.house, undefined, {
      runner: house.runner,
      onError: (message) => void errors.push(message),
    })

  test('members work on tasks before the lead has cancelled them or said what they wait for', async () => {
    const errors: string[] = []
    const model = playingLast({
      'Build the shop': [
        { calls: [tasks('create', { subject: 'Check', assignee: 'tester' })] },
        { calls: [tasks('create', { subject: 'Build', assignee: 'coder' })] },
        { calls: [tasks('create', { subject: 'Sell', assignee: 'coder', priority: 9 })] },
        { calls: [tasks('update', { task: 1, blocked_by: [2] }), tasks('cancel', { task: 3 })] },
        { text: 'The team works.' },
      ],
      'work on task #2': [{ text: 'Built.' }],
      'work on task #1': [{ text: 'Checked.' }],
    })
    const shop = await opened(model)
    await using house = shop.house
    await using supervisor = await openedSupervisor(shop, errors)
    const lookNow = async () => {
      await supervisor.look()
      await supervisor.idle()
    }
    {
      await using conversation = await house.runner.open({ principal: { agent: 'planner', user: 'ada' } })
      const { events } = await readRun(conversation.send('Build the shop'), async ({ type }) => {
        if (type === 'call.ended') await lookNow()
      })
      expect(JSON.stringify(events)).toContain('Nobody begins it before your turn ends.')
    }
    await lookNow()
    expect(errors).toEqual([])
    expect(await shop.types(3)).toEqual(['created', 'cancelled'])
    expect(await shop.types(2)).toEqual(['created', 'dispatched', 'completed'])
    expect(await shop.types(1)).toEqual(['created', 'updated', 'unblocked', 'dispatched', 'completed'])
  })

  test('a task that is put on the board at a terminal or by a call of its own waits for a turn', async () => {
    const errors: string[] = []
    const shop = await opened(playingLast({ 'work on task #': [{ text: 'Done.' }] }))
    await using house = shop.house
    await using supervisor = await openedSupervisor(shop, errors)
    await runHere(shop.folder, ['teams', 'add', 'shop', 'Build', '--assignee', 'coder'])
    await using session = await house.drawbridge.house.openSession({ principal: { agent: 'planner', user: 'ada' } })
    const outcome = await session.call({
      name: 'team.tasks',
      arguments: { action: 'create', subject: 'Check', assignee: 'tester' },
    })
    expect(outcome.status).toBe('ok')
    await supervisor.look()
    await supervisor.idle()
    expect([await shop.status(1), await shop.status(2)]).toEqual(['completed', 'completed'])
    expect(errors).toEqual([])
  })

  test('a turn that fails keeps back what it planned', async () => {
    const shop = await opened(
      playingLast({
        'Build the shop': [
          { calls: [tasks('create', { subject: 'Build', assignee: 'coder' })] },
          { error: 'bad_request' },
        ],
        'work on task #': [{ text: 'Done.' }],
      }),
    )
    await using house = shop.house
    {
      await using conversation = await house.runner.open({ principal: { agent: 'planner', user: 'ada' } })
      const { report } = await readRun(conversation.send('Build the shop'))
      expect(report.reason).not.toBe('completed')
    }
    const errors: string[] = []
    await using supervisor = await openedSupervisor(shop, errors)
    await supervisor.look()
    await supervisor.idle()
    expect(await shop.status(1)).toBe('completed')
  })
})
