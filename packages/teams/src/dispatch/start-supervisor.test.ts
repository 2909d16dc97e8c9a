import { createFakeClock } from '@drawbridge/core/testing'
import type { Database } from '@drawbridge/store/database'
import { createOutbox } from '@drawbridge/store/jobs'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { coder, plain, planner, rooms, shop } from '../__fixtures__/shop.ts'
import { commentsOn, eventsOfTeam } from '../board/board-record.ts'
import { listTasks } from '../board/task-rows.ts'
import { createTeam } from '../team/team-store.ts'
import { teamsService } from '../teams-service.ts'
import type { TeamNotice } from './announce-change.ts'
import { startSupervisor, type TeamHands } from './start-supervisor.ts'

function parts(database: Database, hands: Partial<TeamHands>, clock = createFakeClock()) {
  const house = {
    home: '/home',
    clock,
    database: { find: async () => database, obtain: async () => database, options: async () => undefined },
  }
  const service = teamsService(house, { leaseSeconds: 60 })
  const errors: string[] = []
  const all: TeamHands = {
    runMember: async () => ({ isDone: true, text: 'done' }),
    tellLead: async () => true,
    wake: async () => true,
    askUser: async () => undefined,
    ...hands,
  }
  const outbox = createOutbox(database, { clock })
  const start = () =>
    startSupervisor({ database, clock, service, outbox, hands: all, onError: (message) => void errors.push(message) })
  return { start, service, clock, errors, board: service.board(database, shop) }
}

async function statesOf(database: Database): Promise<readonly string[]> {
  return (await listTasks(database, 'shop')).map(({ number, status }) => `${number} ${status}`)
}

describeDatabases('a supervisor', ({ open }) => {
  const opened = async () => {
    const database = await open({ rooms })
    await createTeam(database, shop, 1)
    return database
  }

  test('gives a member one task at a time, the most important one first, and completes it with its last words', async () => {
    const database = await opened()
    const order: number[] = []
    const { start, board, errors } = parts(database, {
      runMember: async (_, { number }) => {
        order.push(number)
        return { isDone: true, text: `result of ${number}` }
      },
    })
    await board.create(planner, { ...plain, subject: 'A', assignee: 'coder' })
    await board.create(planner, { ...plain, subject: 'B', assignee: 'coder', priority: 5 })
    await board.create(planner, { ...plain, subject: 'C', assignee: 'coder', blockedBy: [2] })
    await using supervisor = await start()
    await supervisor.idle()
    expect(order).toEqual([2, 1, 3])
    expect((await listTasks(database, 'shop')).map(({ result }) => result)).toEqual(
      [1, 2, 3].map((n) => `result of ${n}`),
    )
    expect(errors).toEqual([])
  })

  test('gives a task that comes to no end out three times, then it has failed and the lead learns it', async () => {
    const database = await opened()
    let runs = 0
    const told: TeamNotice[] = []
    const { start, board, errors } = parts(database, {
      runMember: async () => {
        runs += 1
        return { isDone: false, text: 'the model is overloaded' }
      },
      tellLead: async (_, notices) => {
        told.push(...notices)
        return true
      },
    })
    await board.create(planner, { ...plain, subject: 'A', assignee: 'coder' })
    await using supervisor = await start()
    await supervisor.idle()
    expect(errors).toEqual([])
    expect([runs, await statesOf(database)]).toEqual([3, ['1 failed']])
    expect(told).toMatchObject([{ sender: 'teammate:coder', task: 1, lead: 'planner' }])
  })

  test('returns the task of a process that died to the board when its lease ends', async () => {
    const database = await opened()
    const { start, board, clock, errors } = parts(database, {})
    await board.create(planner, { ...plain, subject: 'A', assignee: 'coder' })
    await board.dispatch(1)
    await using supervisor = await start()
    await supervisor.idle()
    expect(await statesOf(database)).toEqual(['1 in_progress'])
    await clock.advance(61_000)
    await supervisor.idle()
    expect(errors).toEqual([])
    expect(await statesOf(database)).toEqual(['1 completed'])
    const types = (await eventsOfTeam(database, 'shop')).map(({ type }) => type)
    expect(types).toEqual(['created', 'dispatched', 'stale', 'dispatched', 'completed'])
  })

  test('that ends takes the work of its members along, which does not count as an attempt', async () => {
    const database = await opened()
    let begun = 0
    const { start, board, errors } = parts(database, {
      runMember: async (_, __, signal) => {
        begun += 1
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        return { isDone: false, text: 'the run ended: aborted' }
      },
    })
    await board.create(planner, { ...plain, subject: 'A', assignee: 'coder' })
    for (const round of [1, 2, 3, 4]) {
      await using _supervisor = await start()
      await expect.poll(() => begun).toBe(round)
    }
    expect(await listTasks(database, 'shop')).toMatchObject([{ status: 'stale', dispatches: 0, attempt: 4 }])
    expect(errors).toEqual([])
  })

  test('stops the run of a task that is taken back, and its words count for nothing', async () => {
    const database = await opened()
    const began = Promise.withResolvers<void>()
    const { start, board, clock } = parts(database, {
      runMember: async (_, { assignee }, signal) => {
        if (assignee === 'tester') return { isDone: true, text: 'by tester' }
        began.resolve()
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        return { isDone: true, text: 'by coder' }
      },
    })
    await board.create(planner, { ...plain, subject: 'A', assignee: 'coder' })
    await using supervisor = await start()
    await began.promise
    await board.act(planner, 1, { type: 'assign', assignee: 'tester' })
    // The call that took it back may end first.
    await supervisor.look()
    await expect
      .poll(async () => {
        await clock.advance(500)
        return statesOf(database)
      })
      .toEqual(['1 completed'])
    await supervisor.idle()
    expect(await listTasks(database, 'shop')).toMatchObject([{ status: 'completed', result: 'by tester' }])
  })

  test('keeps a notice until the lead can be told', async () => {
    const database = await opened()
    let isFree = false
    const told: TeamNotice[] = []
    const { start, board } = parts(database, {
      tellLead: async (_, notices) => {
        if (isFree) told.push(...notices)
        return isFree
      },
    })
    await board.create(planner, { ...plain, subject: 'A', assignee: 'coder' })
    {
      await using supervisor = await start()
      await supervisor.idle()
      expect(told).toEqual([])
    }
    isFree = true
    await using supervisor = await start()
    await supervisor.idle()
    expect(told).toHaveLength(1)
  })

  /** A member that asks in its first run and is done in the next one, with everything that the user is asked. */
  const asking = async (database: Database, answer: (asked: number) => Promise<string | undefined>) => {
    const clock = createFakeClock()
    const asked: number[] = []
    let runs = 0
    const hands: Partial<TeamHands> = {
      runMember: async (team, { number }) => {
        runs += 1
        if (runs > 1) return { isDone: true, text: 'painted' }
        await service.board(database, team).act(coder, number, { type: 'ask_user', text: 'Which colour?' })
        return { isDone: true, text: 'I wait.', waits: true }
      },
      askUser: (_, task) => {
        asked.push(task.question?.reminders ?? -1)
        return answer(asked.length)
      },
    }
    const made = parts(database, hands, clock)
    const { service, board } = made
    await board.create(planner, { ...plain, subject: 'A', assignee: 'coder' })
    return { ...made, asked, clock, hands }
  }

  test('takes a task back while its user is asked, and gives it out again with the answer', async () => {
    const database = await opened()
    const { start, errors, board } = await asking(database, async () => 'Blue.')
    await board.create(planner, { ...plain, subject: 'B', assignee: 'tester', blockedBy: [1] })
    await using supervisor = await start()
    await supervisor.idle()
    expect(await statesOf(database)).toEqual(['1 completed', '2 completed'])
    expect(await commentsOn(database, 'shop-1')).toMatchObject([{ text: 'Answer to "Which colour?": Blue.' }])
    expect(errors).toEqual([])
  })

  test('reminds a user who does not answer as often as the team wants, once for all processes', async () => {
    const database = await opened()
    const { start, asked, clock, hands } = await asking(database, async () => undefined)
    await using one = await start()
    await one.idle()
    await using other = await parts(await open({ rooms }), hands, clock).start()
    for (let minute = 0; minute < 200; minute += 10) {
      await clock.advance(600_000)
      await Promise.all([one.idle(), other.idle()])
    }
    const types = (await eventsOfTeam(database, 'shop')).map(({ type }) => type)
    expect(types).toEqual(['created', 'dispatched', 'asked', 'waits', 'reminded', 'reminded', 'reminded'])
    expect(new Set(asked)).toEqual(new Set([0, 1, 2, 3]))
    expect(await statesOf(database)).toEqual(['1 blocked'])
  })

  test.each([
    ['answer', 'answered'],
    ['clear_ask_user', 'answered'],
    ['cancel', 'cancelled'],
  ] as const)('asks and reminds nobody any more after "%s"', async (type, event) => {
    const database = await opened()
    const [began, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<string | undefined>()]
    const { start, board, clock } = parts(database, {
      askUser: (_, __, signal) => {
        began.resolve()
        signal.addEventListener('abort', () => stopped.resolve(undefined))
        return stopped.promise
      },
    })
    await board.create(planner, { ...plain, subject: 'A', assignee: 'coder' })
    await board.dispatch(1)
    await board.act(coder, 1, { type: 'ask_user', text: 'Which colour?' })
    await using supervisor = await start()
    await began.promise
    await board.act({ role: 'person', name: 'ada', user: 'ada' }, 1, { type, text: 'Blue.' })
    await stopped.promise
    await clock.advance(7_200_000)
    await supervisor.idle()
    const types = (await eventsOfTeam(database, 'shop')).map((each) => each.type)
    expect(types.slice(0, 4)).toEqual(['created', 'dispatched', 'asked', event])
    expect(types).not.toContain('reminded')
  })

  test('two of them and twenty members do each task of a board once, in an order that the tasks allow', {
    timeout: 300_000,
  }, async () => {
    const database = await opened()
    const members = Array.from({ length: 20 }, (_, index) => `member-${index}`)
    const team = { ...shop, id: 'crowd', members }
    await createTeam(database, team, 1)
    const done: number[] = []
    const hands: Partial<TeamHands> = {
      runMember: async (_, { number }) => {
        await new Promise(setImmediate)
        done.push(number)
        return { isDone: true, text: 'ok' }
      },
    }
    const first = parts(database, hands)
    const second = parts(await open({ rooms }), hands)
    const board = first.service.board(database, team)
    const blockersOf = (number: number) => [number - 7, number - 3].filter((blocker) => blocker > 0)
    const count = 300
    for (let number = 1; number <= count; number += 1) {
      const assignee = members[(number * 7) % 20]
      await board.create(planner, { ...plain, subject: `Task ${number}`, assignee, blockedBy: blockersOf(number) })
    }
    await using one = await first.start()
    await using other = await second.start()
    while ((await listTasks(database, 'crowd')).some(({ status }) => status !== 'completed')) {
      await Promise.all([one.idle(), other.idle()])
    }
    expect(done.toSorted((left, right) => left - right)).toEqual(Array.from({ length: count }, (_, index) => index + 1))
    for (const [place, number] of done.entries()) {
      for (const blocker of blockersOf(number)) expect(done.indexOf(blocker)).toBeLessThan(place)
    }
    expect([...first.errors, ...second.errors]).toEqual([])
  })
})
