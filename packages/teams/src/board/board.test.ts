import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { coder, openShop, plain, planner, rooms, shop, tester } from '../__fixtures__/shop.ts'
import { type BoardResult, openBoard } from './board.ts'
import { commentsOn, eventsOfTask, eventsOfTeam } from './board-record.ts'
import { listTasks } from './task-rows.ts'

function stateOf(result: BoardResult): string {
  return 'refused' in result ? result.refused : `${result.task.number} ${result.task.status}`
}

describeDatabases('a board', ({ open }) => {
  test('lets a task begin when all that it waits for is completed or cancelled', async () => {
    const database = await open({ rooms })
    const { board } = await openShop(database)
    await board.create(planner, { ...plain, subject: 'Design', assignee: 'coder' })
    await board.create(planner, { ...plain, subject: 'Ask', assignee: 'tester' })
    const last = { ...plain, subject: 'Build', assignee: 'coder', blockedBy: [1, 2] }
    expect(stateOf(await board.create(planner, last))).toBe('3 blocked')
    await board.act(coder, 1, { type: 'complete', result: 'done' })
    expect((await listTasks(database, 'shop')).map(({ status }) => status)).toEqual(['completed', 'pending', 'blocked'])
    await board.act(planner, 2, { type: 'cancel' })
    expect((await listTasks(database, 'shop')).map(({ status }) => status)).toEqual([
      'completed',
      'cancelled',
      'pending',
    ])
    expect(stateOf(await board.create(planner, { ...last, subject: 'Later' }))).toBe('4 pending')
  })

  test('keeps a task waiting if what it waits for has failed', async () => {
    const { board } = await openShop(await open({ rooms }))
    await board.create(planner, { ...plain, subject: 'Design', assignee: 'coder' })
    await board.create(planner, { ...plain, subject: 'Build', blockedBy: [1] })
    await board.act(coder, 1, { type: 'claim' })
    expect(stateOf(await board.act(coder, 1, { type: 'comment', kind: 'blocker', text: 'no key' }))).toBe('1 failed')
    expect(stateOf(await board.act(tester, 2, { type: 'claim' }))).toMatch(/waits for other tasks/)
    expect(stateOf(await board.act(planner, 1, { type: 'retry' }))).toBe('1 pending')
  })

  test('refuses tasks that would wait for each other, with the path, and changes nothing', async () => {
    const { board } = await openShop(await open({ rooms }))
    for (const [index, subject] of ['A', 'B', 'C'].entries()) {
      await board.create(planner, { ...plain, subject, blockedBy: index === 0 ? [] : [index] })
    }
    expect(stateOf(await board.act(planner, 1, { type: 'update', blockedBy: ['shop-3'] }))).toBe(
      'These tasks would wait for each other: #1 waits for #3 waits for #2 waits for #1. Take one of them out of blocked_by.',
    )
    expect(stateOf(await board.act(planner, 1, { type: 'update', blockedBy: ['shop-1'] }))).toMatch(/#1 waits for #1/)
    expect(stateOf(await board.act(coder, 1, { type: 'claim' }))).toBe('1 in_progress')
    expect(stateOf(await board.create(planner, { ...plain, subject: 'D', blockedBy: [9] }))).toMatch(/has no such task/)
  })

  test('uses up no number for a task that it refuses', async () => {
    const { board } = await openShop(await open({ rooms }))
    for (const wrong of [{ blockedBy: [9] }, { assignee: 'nobody' }]) {
      expect(stateOf(await board.create(planner, { ...plain, ...wrong, subject: 'A' }))).not.toMatch(/pending/)
    }
    expect(stateOf(await board.create(planner, { ...plain, subject: 'B' }))).toBe('1 pending')
  })

  test('gives one task to one of a thousand who claim it at once over several connections', async () => {
    const database = await open({ rooms })
    const { board } = await openShop(database)
    await board.create(planner, { ...plain, subject: 'Design' })
    const boards = await Promise.all(
      [1, 2, 3].map(async () =>
        openBoard(
          { database: await open({ rooms }), clock: { now: () => 1 }, leaseMs: 1, announce: async () => undefined },
          { ...shop, members: [] },
        ),
      ),
    )
    const claims = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) =>
        boards[index % 3]?.act({ role: 'member', name: `agent-${index}`, user: 'ada' }, 1, { type: 'claim' }),
      ),
    )
    const won = claims.filter((claim) => claim !== undefined && 'task' in claim)
    expect(won).toHaveLength(1)
    const [task] = await listTasks(database, 'shop')
    expect(won).toMatchObject([{ task: { assignee: task?.assignee } }])
  })

  test('shows nobody the tasks of another user, and lets nobody change them', async () => {
    const { board } = await openShop(await open({ rooms }))
    await board.create(planner, { ...plain, subject: 'Secret of ada' })
    const eve = { ...coder, user: 'eve' }
    expect(stateOf(await board.act(eve, 1, { type: 'claim' }))).toBe('The team "shop" has no task #1.')
    expect(
      stateOf(await board.create({ ...planner, user: 'eve' }, { ...plain, subject: 'x', blockedBy: [1] })),
    ).toMatch(/has no such task/)
  })

  test('records each change with its author and data, and comments in their order', async () => {
    const database = await open({ rooms })
    const { board, clock, changes } = await openShop(database)
    await board.create(planner, { ...plain, subject: 'Design', assignee: 'coder', requiresApproval: true })
    await board.act({ role: 'system', name: 'system', user: 'ada' }, 1, { type: 'dispatch' })
    await board.act(coder, 1, { type: 'progress', percent: 40, step: 'drawing' })
    await board.act(coder, 1, { type: 'complete', result: 'a plan' })
    await board.act(planner, 1, { type: 'reject', text: 'too short' })
    clock.time += 1
    await board.act(planner, 1, { type: 'update', priority: 2 })
    const events = await eventsOfTask(database, 'shop-1')
    expect(events.map(({ type, actor }) => `${type} ${actor}`)).toEqual([
      'created planner',
      'dispatched system',
      'progress coder',
      'reviewed coder',
      'rejected planner',
      'updated planner',
    ])
    expect(events.map(({ data }) => data).slice(2)).toEqual([
      { progress_percent: 40, progress_step: 'drawing' },
      {},
      { reason: 'too short' },
      { before: { priority: 0 }, after: { priority: 2 } },
    ])
    expect(await commentsOn(database, 'shop-1')).toMatchObject([{ author: 'planner', text: 'too short', kind: 'note' }])
    expect(await eventsOfTeam(database, 'shop', { after: events[4]?.position ?? 0 })).toHaveLength(1)
    expect(changes.flatMap(({ effects }) => effects)).toEqual(['dispatch', 'dispatch', 'dispatch'])
  })

  test('changes nothing if what follows from a change cannot be kept', async () => {
    const database = await open({ rooms })
    const { board } = await openShop(database)
    await board.create(planner, { ...plain, subject: 'Design' })
    const failing = openBoard(
      { database, clock: { now: () => 1 }, leaseMs: 1, announce: () => Promise.reject(new Error('full')) },
      shop,
    )
    await expect(failing.act(coder, 1, { type: 'claim' })).rejects.toThrow('full')
    expect(stateOf(await board.act(tester, 1, { type: 'claim' }))).toBe('1 in_progress')
  })
})
