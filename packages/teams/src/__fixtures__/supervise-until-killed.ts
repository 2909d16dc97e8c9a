// Supervises a board until all is done, or until it kills itself: `node supervise-until-killed.ts JSON`.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, systemClock } from '@drawbridge/core/base'
import { type DatabaseOptions, openDatabase } from '@drawbridge/store/database'
import { createOutbox } from '@drawbridge/store/jobs'
import { isEnded } from '../board/task.ts'
import { listTasks } from '../board/task-rows.ts'
import { startSupervisor } from '../dispatch/start-supervisor.ts'
import { teamsService } from '../teams-service.ts'
import { planner, rooms, shop } from './shop.ts'

/** The work of one process. */
export interface KilledSupervisor {
  readonly options: DatabaseOptions
  /** The id of the team, which is like the shop. */
  readonly team: string
  /** The look at the clock at which it kills itself; undefined if it lives. */
  readonly killAt?: number
}

/** Has members work on the board of a team until nothing is left to do. One that lives tries again what killed ones made fail. */
export async function supervise({ options, team, killAt }: KilledSupervisor): Promise<void> {
  let points = 0
  const clock: Clock = {
    now: () => {
      points += 1
      if (points === killAt) process.kill(process.pid, 'SIGKILL')
      return systemClock.now()
    },
    after: systemClock.after,
  }
  await using database = await openDatabase({ ...options, rooms })
  const house = {
    ...{ home: '/home', clock },
    database: { find: async () => database, obtain: async () => database, options: async () => options },
  }
  const service = teamsService(house, { leaseSeconds: 1, supervisorSeconds: 1, concurrency: 6 })
  const board = service.board(database, { ...shop, id: team })
  await using supervisor = await startSupervisor({
    ...{ database, clock, service, outbox: createOutbox(database, { clock }) },
    onError: (message) => process.stderr.write(`${message}\n`),
    hands: {
      runMember: async (_, { number, assignee = '', user }) => {
        await sleep(3)
        await board.act({ role: 'member', name: assignee, user }, number, { type: 'progress', percent: 50 })
        await sleep(3)
        return { isDone: true, text: `result of ${number}` }
      },
      tellLead: async () => true,
      wake: async () => true,
      askUser: async () => undefined,
    },
  })
  for (;;) {
    const tasks = await listTasks(database, team)
    const failed = tasks.filter(({ status }) => status === 'failed')
    if (killAt === undefined) for (const { number } of failed) await board.act(planner, number, { type: 'retry' })
    if (tasks.every(isEnded) && (killAt !== undefined || failed.length === 0)) return
    await supervisor.idle()
    await sleep(20)
  }
}

const [, script, given] = process.argv
if (script === import.meta.filename && given !== undefined) await supervise(JSON.parse(given) as KilledSupervisor)
