import { createFakeClock } from '@drawbridge/core/testing'
import type { Database } from '@drawbridge/store/database'
import { createOutbox } from '@drawbridge/store/jobs'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { coder, plain, planner, rooms, shop, tester } from '../__fixtures__/shop.ts'
import { findTask } from '../board/task-rows.ts'
import { createTeam } from '../team/team-store.ts'
import { teamsService } from '../teams-service.ts'
import { planHolds } from '../tools/plan-holds.ts'
import { startSupervisor } from './start-supervisor.ts'

/** A supervisor whose members note what they begin, and a run of the lead that ends when the test says so. */
async function scene(database: Database) {
  await createTeam(database, shop, 1)
  const clock = createFakeClock()
  const house = {
    ...{ home: '/home', clock },
    database: { find: async () => database, obtain: async () => database, options: async () => undefined },
  }
  const service = teamsService(house, { leaseSeconds: 600, supervisorSeconds: 30 })
  const begun: number[] = []
  const errors: string[] = []
  const supervisor = await startSupervisor({
    ...{ database, clock, service, outbox: createOutbox(database, { clock }) },
    hands: {
      runMember: async (_, { number }) => {
        begun.push(number)
        return { isDone: true, text: 'done' }
      },
      tellLead: async () => true,
      wake: async () => true,
      askUser: async () => undefined,
    },
    onError: (message) => void errors.push(message),
  })
  const ends: (() => Promise<void>)[] = []
  const holds = planHolds({ clock, afterRun: (_, work) => ends.push(work) > 0 })
  const run = holds.begin('run of the lead', { database, team: shop, service })
  return {
    ...{ supervisor, clock, begun, errors, service },
    board: service.board(database, shop),
    turn: service.board(database, shop, run),
    endTurn: () => Promise.all(ends.splice(0).map((end) => end())),
    [Symbol.asyncDispose]: () => supervisor[Symbol.asyncDispose](),
  }
}

const build = { ...plain, subject: 'Build', assignee: 'coder' }
const check = { ...plain, subject: 'Check', assignee: 'tester' }

describeDatabases('what a lead plans in one turn', ({ open }) => {
  test('a member starts a task before the lead has said what it waits for', async () => {
    const database = await open({ rooms })
    await using team = await scene(database)
    await team.turn.create(planner, check)
    await team.supervisor.idle()
    await team.turn.create(planner, build)
    await team.turn.act(planner, 1, { type: 'update', blockedBy: ['shop-2'] })
    await team.supervisor.idle()
    expect(team.begun).toEqual([])
    await team.endTurn()
    await team.supervisor.idle()
    expect(team.begun).toEqual([2, 1])
    expect(team.errors).toEqual([])
  })

  test.each([
    ['cancels', { type: 'cancel' }, []],
    ['gives to another', { type: 'assign', assignee: 'tester' }, [1]],
    ['changes', { type: 'update', subject: 'Build it well' }, [1]],
  ] as const)('a member starts a task that the lead %s in the same turn', async (_what, action, after) => {
    const database = await open({ rooms })
    await using team = await scene(database)
    await team.turn.create(planner, build)
    await team.supervisor.idle()
    await team.turn.act(planner, 1, action)
    await team.supervisor.idle()
    expect(team.begun).toEqual([])
    await team.endTurn()
    await team.supervisor.idle()
    expect(team.begun).toEqual(after)
  })

  test('a member claims or completes by itself what is still being planned', async () => {
    const database = await open({ rooms })
    await using team = await scene(database)
    await team.turn.create(planner, { ...plain, subject: 'Anybody' })
    await team.turn.create(planner, build)
    for (const action of [{ type: 'claim' }, { type: 'complete', result: 'x' }] as const)
      for (const [member, number] of [
        [tester, 1],
        [coder, 2],
      ] as const)
        expect(await team.board.act(member, number, action)).toMatchObject({
          refused: expect.stringContaining('is still being planned'),
        })
    await team.endTurn()
    expect(await team.board.act(tester, 1, { type: 'claim' })).toMatchObject({ task: { status: 'in_progress' } })
  })

  test('tasks that a turn frees, rejects or tries again begin while it goes on', async () => {
    const database = await open({ rooms })
    await using team = await scene(database)
    await team.board.create(planner, { ...plain, subject: 'Decide' })
    await team.board.create(planner, { ...check, blockedBy: [1] })
    await team.board.create(planner, { ...build, requiresApproval: true })
    await team.supervisor.idle()
    expect(await findTask(database, 'shop', 3)).toMatchObject({ status: 'in_review' })
    await team.turn.act(planner, 1, { type: 'cancel' })
    await team.turn.act(planner, 3, { type: 'reject', text: 'Again.' })
    await team.supervisor.idle()
    expect(team.begun).toEqual([3])
    await team.endTurn()
    await team.supervisor.idle()
    expect(team.begun.toSorted()).toEqual([2, 3, 3])
  })

  test('a task that a person puts on the board waits for the turn of an agent', async () => {
    const database = await open({ rooms })
    await using team = await scene(database)
    await team.turn.create(planner, build)
    await team.board.create({ role: 'person', name: 'ada', user: 'ada' }, check)
    await team.supervisor.idle()
    expect(team.begun).toEqual([2])
  })

  test('what a process planned that died before its turn ended is never given out', async () => {
    const database = await open({ rooms })
    await using team = await scene(database)
    // The run of another process: nothing renews what it holds back, and nothing ends it.
    await team.service.board(database, shop, 'run of a dead process').create(planner, build)
    await team.supervisor.idle()
    expect(team.begun).toEqual([])
    await team.clock.advance(61_000)
    await expect.poll(() => team.begun, { timeout: 30_000 }).toEqual([1])
  })

  test('a turn that takes long loses its hold', async () => {
    const database = await open({ rooms })
    await using team = await scene(database)
    await team.turn.create(planner, build)
    for (let minutes = 0; minutes < 20; minutes += 1) {
      const before = (await findTask(database, 'shop', 1))?.hold?.until ?? 0
      await team.clock.advance(20_000)
      await expect
        .poll(async () => (await findTask(database, 'shop', 1))?.hold?.until ?? 0, { timeout: 30_000 })
        .toBeGreaterThan(before)
    }
    await team.supervisor.idle()
    expect(team.begun).toEqual([])
    await team.endTurn()
    await team.supervisor.idle()
    expect(team.begun).toEqual([1])
  })
})
