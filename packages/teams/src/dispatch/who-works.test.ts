import { createFakeClock } from '@drawbridge/core/testing'
import type { Database } from '@drawbridge/store/database'
import { statement } from '@drawbridge/store/database'
import { createOutbox } from '@drawbridge/store/jobs'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { plain, planner, rooms, shop } from '../__fixtures__/shop.ts'
import { listTasks } from '../board/task-rows.ts'
import { checkTeamSettings } from '../team/team.ts'
import { changeTeam, createTeam, removeTeam } from '../team/team-store.ts'
import { teamsService } from '../teams-service.ts'
import { startSupervisor, type TeamHands } from './start-supervisor.ts'

const breakSettings = statement<[settings: string]>('update teams_teams set settings = $1')

/** A supervisor of the shop whose members work until they are stopped. */
async function atWork(database: Database, own: Partial<TeamHands> = {}, out: ReadonlySet<string> = new Set()) {
  const clock = createFakeClock()
  const house = {
    ...{ home: '/home', clock },
    database: { find: async () => database, obtain: async () => database, options: async () => undefined },
  }
  const service = teamsService(house, { leaseSeconds: 60 })
  await createTeam(database, shop, 1)
  const board = service.board(database, shop)
  const begun: string[] = []
  const heard: string[] = []
  const errors: string[] = []
  const hands: TeamHands = {
    runMember: async (_, { number, assignee }, signal) => {
      begun.push(`${assignee} ${number}`)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return { isDone: true, text: 'too late' }
    },
    tellLead: async (_, notices) => {
      heard.push(...notices.map(({ text }) => text))
      return true
    },
    wake: async (_, { to }) => {
      heard.push(to)
      return true
    },
    askUser: async (_, { question }) => {
      heard.push(question?.text ?? '')
      return undefined
    },
    ...own,
  }
  const outbox = createOutbox(database, { clock })
  const start = () =>
    startSupervisor({
      ...{ database, clock, service, outbox, hands },
      isOut: async (user) => out.has(user),
      onError: (message) => void errors.push(message),
    })
  return { start, board, service, begun, heard, errors }
}

const statesOf = async (database: Database) =>
  (await listTasks(database, 'shop')).map(({ number, status }) => `${number} ${status}`)

describeDatabases('a supervisor', ({ open }) => {
  test.each<[string, (database: Database) => Promise<unknown>]>([
    ['has left', (database) => changeTeam(database, { ...shop, members: ['tester'] })],
    [
      'may not work for the user any more',
      (database) => changeTeam(database, { ...shop, settings: checkTeamSettings({ denyUsers: ['ada'] }) }),
    ],
  ])(
    'stops the run of a member that %s, whose words count for nothing, and gives it nothing more',
    async (_, leave) => {
      const database = await open({ rooms })
      const { start, board, begun, errors } = await atWork(database)
      await board.create(planner, { ...plain, subject: 'A', assignee: 'coder' })
      await board.create(planner, { ...plain, subject: 'B', assignee: 'coder' })
      await using supervisor = await start()
      await expect.poll(() => begun).toEqual(['coder 1'])
      await leave(database)
      await expect.poll(() => statesOf(database)).toEqual(['1 stale', '2 pending'])
      await supervisor.look()
      expect(begun).toEqual(['coder 1'])
      expect((await listTasks(database, 'shop'))[0]).toMatchObject({ dispatches: 0, result: undefined })
      expect(errors).toEqual([])
      await changeTeam(database, shop)
      await expect.poll(() => begun).toEqual(['coder 1', 'coder 1'])
    },
  )

  test('gives nothing out, tells nothing and asks nobody for a team whose settings cannot be read, until they can', async () => {
    const database = await open({ rooms })
    const { start, board, service, begun, heard } = await atWork(database)
    await board.create(planner, { ...plain, subject: 'A', assignee: 'coder' })
    await board.create(planner, { ...plain, subject: 'B', assignee: 'tester' })
    await board.dispatch(1)
    await board.act({ role: 'member', name: 'coder', user: 'ada' }, 1, { type: 'ask_user', text: 'Which colour?' })
    await board.act(planner, 1, { type: 'complete', result: 'done' })
    await service.send(database, shop, { sender: planner, to: ['tester'], text: 'Hello' })
    await database.run(breakSettings, '{"denyUsers": "eve"}')
    await using supervisor = await start()
    await supervisor.idle()
    expect([begun, heard]).toEqual([[], []])
    await changeTeam(database, shop)
    await supervisor.look()
    await expect.poll(() => begun).toEqual(['tester 2'])
  })

  test('wakes no agent that has left the team', async () => {
    const database = await open({ rooms })
    const { start, service, heard } = await atWork(database)
    await service.send(database, shop, { sender: planner, to: ['coder', 'tester'], text: 'Hello' })
    await changeTeam(database, { ...shop, members: ['tester'] })
    await using supervisor = await start()
    await supervisor.idle()
    expect(heard).toEqual(['tester'])
  })

  test('stops the runs of a team that is removed', async () => {
    const database = await open({ rooms })
    const stopped = Promise.withResolvers<string>()
    const { start, board, errors } = await atWork(database, {
      runMember: async (_, __, signal) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        stopped.resolve(String(signal.reason))
        return { isDone: true, text: 'too late' }
      },
    })
    await board.create(planner, { ...plain, subject: 'A', assignee: 'coder' })
    await using supervisor = await start()
    await supervisor.look()
    await removeTeam(database, 'shop')
    expect(await stopped.promise).toContain('was taken back')
    await supervisor.idle()
    expect(errors).toEqual([])
  })

  test('does nothing more in the name of a user who was removed or switched off', async () => {
    const database = await open({ rooms })
    const out = new Set<string>()
    const { start, board, begun, errors } = await atWork(database, {}, out)
    await board.create(planner, { ...plain, subject: 'A', assignee: 'coder' })
    await board.create(planner, { ...plain, subject: 'B', assignee: 'coder' })
    await using supervisor = await start()
    await expect.poll(() => begun).toEqual(['coder 1'])
    out.add(planner.user)
    await supervisor.look()
    await expect.poll(() => statesOf(database)).toEqual(['1 stale', '2 pending'])
    await supervisor.look()
    expect(begun).toEqual(['coder 1'])
    out.clear()
    await supervisor.look()
    await expect.poll(() => begun).toHaveLength(2)
    expect(errors).toEqual([])
  })
})
